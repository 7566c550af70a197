// Times simdutf on the texts that the Java tables read. The library is the one inside Node: this is
// a Node add-on that binds to the symbols which the node executable exports, so nothing has to be
// fetched, and no header of simdutf or Node is needed for these few declarations.
//
// Each text is read in two ways. "Fresh" is what a server sees: a part is brought into the cache,
// measured once, and all of the text and parts of all others go by before it comes again. "Learnt"
// reads the same 512 KiB again and again before the next text: the processor then foresees their
// branches, and simdutf, which branches for each block, shows up to twice the speed.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace simdutf {
size_t convert_utf8_to_utf16le(const char*, size_t, char16_t*) noexcept;
size_t convert_utf16le_to_utf8(const char16_t*, size_t, char*) noexcept;
bool validate_utf8(const char*, size_t) noexcept;
bool validate_utf16le(const char16_t*, size_t) noexcept;

// Which instruction set was chosen; known after the first call.
class implementation {
 public:
  std::string name() const;
};
const implementation* const& get_active_implementation();
}  // namespace simdutf

namespace {

constexpr size_t kFreshBytes = 2560 << 10;
constexpr size_t kPartBytes = 128 << 10;

constexpr size_t kLearntBytes = 512 << 10;
constexpr double kLearntNanos = 4e5;

constexpr int kWarmUpRounds = 10;
constexpr int kRounds = 200;
constexpr size_t kLeastPiece = 16;

using Pieces = std::vector<std::string>;

struct Text {
  std::string name;
  size_t bytes;
  Pieces utf8;
  Pieces utf16;
};

// Room for what a piece becomes, in either direction.
std::vector<char16_t> out;

const char16_t* units(const std::string& piece) {
  return reinterpret_cast<const char16_t*>(piece.data());
}

struct Task {
  const char* name;
  Pieces Text::* pieces;
  size_t (*run)(const std::string& piece);  // 0 if it refuses the piece
};

constexpr Task kTasks[] = {
    {"utf-8 to utf-16le", &Text::utf8,
     [](const std::string& piece) {
       return simdutf::convert_utf8_to_utf16le(piece.data(), piece.size(), out.data());
     }},
    {"utf-16le to utf-8", &Text::utf16,
     [](const std::string& piece) {
       return simdutf::convert_utf16le_to_utf8(units(piece), piece.size() / 2,
                                               reinterpret_cast<char*>(out.data()));
     }},
    {"validate utf-8", &Text::utf8,
     [](const std::string& piece) -> size_t {
       return simdutf::validate_utf8(piece.data(), piece.size());
     }},
    {"validate utf-16le", &Text::utf16, [](const std::string& piece) -> size_t {
       return simdutf::validate_utf16le(units(piece), piece.size() / 2);
     }}};

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::_Exit(1);  // exit would end threads of Node that still run
}

bool inside_utf8(const std::string& text, size_t at) { return (text[at] & 0xC0) == 0x80; }

bool inside_utf16(const std::string& text, size_t at) {
  return at % 2 == 1 || (text[at + 1] & 0xFC) == 0xDC;
}

// Cuts between characters, as the Java side does.
template <typename Inside>
Pieces cut(const std::string& text, size_t size, Inside inside) {
  Pieces pieces;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(at + size, text.size());
    while (end < text.size() && inside(text, end)) {
      end--;
    }
    pieces.push_back(text.substr(at, end - at));
    at = end;
  }
  return pieces;
}

Text load(const std::filesystem::path& path, size_t piece_size) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (text.size() > kFreshBytes) {
    text = cut(text, kFreshBytes, inside_utf8).front();
  }
  std::u16string wide(text.size(), u'\0');
  wide.resize(simdutf::convert_utf8_to_utf16le(text.data(), text.size(), wide.data()));
  if (wide.empty()) {
    fail(path.string() + " is empty or not well-formed UTF-8");
  }
  std::string wide_bytes(reinterpret_cast<const char*>(wide.data()), 2 * wide.size());
  return {path.stem().string(), text.size(), cut(text, piece_size, inside_utf8),
          cut(wide_bytes, piece_size, inside_utf16)};
}

std::vector<Text> load_all(const std::string& folder, size_t piece_size) {
  std::vector<Text> texts;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      texts.push_back(load(entry.path(), piece_size));
    }
  }
  std::sort(texts.begin(), texts.end(),
            [](const Text& a, const Text& b) { return a.name < b.name; });
  return texts;
}

double nanos() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::nano>(now).count();
}

// Reads pieces [first, last) at least once, until so many nanoseconds are over: bytes a nanosecond.
double speed(const Task& task, const Pieces& pieces, size_t first, size_t last, double least) {
  double bytes = 0;
  double start = nanos();
  double elapsed;
  do {
    for (size_t i = first; i < last; i++) {
      if (task.run(pieces[i]) == 0) {
        fail("refused a piece");
      }
      bytes += static_cast<double>(pieces[i].size());
    }
    elapsed = nanos() - start;
  } while (elapsed < least);
  return bytes / elapsed;
}

// The processor then does not wait for memory.
void bring_into_cache(const Pieces& pieces, size_t first, size_t last) {
  static volatile char sum = 0;
  for (size_t i = first; i < last; i++) {
    for (size_t at = 0; at < pieces[i].size(); at += 32) {
      sum = static_cast<char>(sum + pieces[i][at]);
    }
  }
}

// One part of the text once, and in the next round the next part.
double fresh(const Task& task, const Text& text, size_t piece_size, int round) {
  const Pieces& pieces = text.*task.pieces;
  size_t part = std::clamp<size_t>(kPartBytes / piece_size, 1, pieces.size());
  size_t first = round % (pieces.size() / part) * part;
  bring_into_cache(pieces, first, first + part);
  return speed(task, pieces, first, first + part, 0);
}

// The beginning of the text, again and again, and before that once, to fetch it.
double learnt(const Task& task, const Text& text, size_t piece_size) {
  const Pieces& pieces = text.*task.pieces;
  size_t last = std::clamp<size_t>(kLearntBytes / piece_size, 1, pieces.size());
  speed(task, pieces, 0, last, 0);
  return speed(task, pieces, 0, last, kLearntNanos);
}

// By task and text, the speed of this rank, 0 for the slowest of all rounds. All take turns.
template <typename Measure>
std::vector<std::vector<double>> measured(const std::vector<Text>& texts, int rank,
                                          Measure measure) {
  constexpr size_t tasks = std::size(kTasks);
  std::vector<std::vector<double>> ranked(tasks, std::vector<double>(texts.size()));
  std::vector<std::vector<double>> speeds(tasks * texts.size());
  for (int round = 0; round < kWarmUpRounds + kRounds; round++) {
    for (size_t turn = 0; turn < speeds.size(); turn++) {
      double one = measure(kTasks[turn / texts.size()], texts[turn % texts.size()], round);
      if (round >= kWarmUpRounds) {
        speeds[turn].push_back(one);
      }
    }
  }
  for (size_t turn = 0; turn < speeds.size(); turn++) {
    std::sort(speeds[turn].begin(), speeds[turn].end());
    ranked[turn / texts.size()][turn % texts.size()] = speeds[turn][rank];
  }
  return ranked;
}

void print(const std::vector<Text>& texts, size_t piece_size) {
  // One after the other: among turns that learn, a part that is touched once is slower, up to twice.
  // Of fresh the middle, for parts differ; of learnt the best, which other work did not slow down.
  auto all_fresh = measured(texts, kRounds / 2, [=](const Task& task, const Text& text, int round) {
    return fresh(task, text, piece_size, round);
  });
  auto all_learnt = measured(texts, kRounds - 1, [=](const Task& task, const Text& text, int) {
    return learnt(task, text, piece_size);
  });
  std::printf("simdutf (%s), pieces of %zu bytes\n\n| GB/s | MB |",
              simdutf::get_active_implementation()->name().c_str(), piece_size);
  for (const Task& task : kTasks) {
    std::printf(" %s, fresh | learnt |", task.name);
  }
  std::printf("\n|---|---:|");
  for (size_t task = 0; task < all_fresh.size(); task++) {
    std::printf("---:|---:|");
  }
  for (size_t i = 0; i < texts.size(); i++) {
    std::printf("\n| %s | %.2f |", texts[i].name.c_str(),
                static_cast<double>(texts[i].bytes) / 1e6);
    for (size_t task = 0; task < all_fresh.size(); task++) {
      std::printf(" %.2f | %.2f |", all_fresh[task][i], all_learnt[task][i]);
    }
  }
  std::printf("\n");
}

}  // namespace

// Node calls this when it loads the add-on.
extern "C" __attribute__((visibility("default"))) void* napi_register_module_v1(void*, void* exports) {
  const char* folder = std::getenv("TEXTS");
  const char* size = std::getenv("PIECE_SIZE");
  size_t piece_size = size == nullptr ? 8192 : std::strtoul(size, nullptr, 10);
  if (piece_size < kLeastPiece) {
    fail("pieces are of " + std::to_string(kLeastPiece) + " bytes and more");
  }
  out.resize(piece_size + 64);
  print(load_all(folder == nullptr ? "." : folder, piece_size), piece_size);
  return exports;
}
