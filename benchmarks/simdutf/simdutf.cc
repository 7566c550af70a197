// Times simdutf on the texts that the Java tables read. The library is the one inside Node: this is
// a Node add-on that binds to the symbols which the node executable exports, so nothing has to be
// fetched, and no header of simdutf or Node is needed for these few declarations.
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

constexpr int kWarmUpRounds = 5;
constexpr int kRounds = 60;
constexpr double kTurnNanos = 4e5;

// Of each text only so many bytes, that the processor does not wait for memory.
constexpr size_t kLongest = 512 << 10;

using Pieces8 = std::vector<std::string>;
using Pieces16 = std::vector<std::u16string>;

double nanos() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::nano>(now).count();
}

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

bool continues(char byte) { return (byte & 0xC0) == 0x80; }

bool low_surrogate(char16_t unit) { return (unit & 0xFC00) == 0xDC00; }

// Cuts between characters, as the Java side does.
template <typename Text, typename Inside>
std::vector<Text> cut(const Text& text, size_t size, Inside inside) {
  std::vector<Text> pieces;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(at + size, text.size());
    while (end < text.size() && inside(text[end])) {
      end--;
    }
    pieces.push_back(text.substr(at, end - at));
    at = end;
  }
  return pieces;
}

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    fail("cannot read " + path);
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Text {
  std::string name;
  Pieces8 narrow;
  Pieces16 wide;
  double best[4] = {};
};

// Cut to the longest length, between characters.
Text load(const std::filesystem::path& file, size_t piece_size) {
  std::string text = read(file.string());
  if (text.size() > kLongest) {
    size_t end = kLongest;
    while (continues(text[end])) {
      end--;
    }
    text.resize(end);
  }
  std::u16string wide(text.size(), u'\0');
  wide.resize(simdutf::convert_utf8_to_utf16le(text.data(), text.size(), wide.data()));
  return {file.stem().string(), cut(text, piece_size, continues),
          cut(wide, piece_size / 2, low_surrogate)};
}

// The speed of one short turn, in bytes of input a nanosecond.
template <typename Pieces, typename Call>
double turn(const Pieces& pieces, Call call) {
  double bytes_of_all = 0;
  for (const auto& piece : pieces) {
    bytes_of_all += static_cast<double>(piece.size() * sizeof(piece[0]));
  }
  double start = nanos();
  double bytes = 0;
  double elapsed;
  do {
    for (const auto& piece : pieces) {
      if (call(piece) == 0) {
        fail("refused a piece");
      }
    }
    bytes += bytes_of_all;
    elapsed = nanos() - start;
  } while (elapsed < kTurnNanos);
  return bytes / elapsed;
}

// All texts take turns, as on the Java side: a processor that reads one text again and again learns
// its branches, and simdutf, which branches for each block, then shows up to twice the speed.
void measure(const std::string& folder, size_t piece_size) {
  std::vector<Text> texts;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    texts.push_back(load(file.path(), piece_size));
  }
  std::sort(texts.begin(), texts.end(),
            [](const Text& a, const Text& b) { return a.name < b.name; });
  std::u16string wide_out(piece_size + 64, u'\0');
  std::string narrow_out(2 * piece_size + 64, '\0');
  for (int round = -kWarmUpRounds; round < kRounds; round++) {
    for (Text& text : texts) {
      double speeds[] = {
          turn(text.narrow,
               [&](const std::string& piece) {
                 return simdutf::convert_utf8_to_utf16le(piece.data(), piece.size(), wide_out.data());
               }),
          turn(text.wide,
               [&](const std::u16string& piece) {
                 return simdutf::convert_utf16le_to_utf8(piece.data(), piece.size(), narrow_out.data());
               }),
          turn(text.narrow,
               [&](const std::string& piece) {
                 return simdutf::validate_utf8(piece.data(), piece.size());
               }),
          turn(text.wide, [&](const std::u16string& piece) {
            return simdutf::validate_utf16le(piece.data(), piece.size());
          })};
      for (int i = 0; i < 4 && round >= 0; i++) {
        text.best[i] = std::max(text.best[i], speeds[i]);
      }
    }
  }
  std::printf("simdutf (%s), pieces of %zu bytes\n\n",
              simdutf::get_active_implementation()->name().c_str(), piece_size);
  std::printf("| GB/s | utf-8 to utf-16le | utf-16le to utf-8 | validate utf-8 | validate utf-16le |\n");
  std::printf("|---|---:|---:|---:|---:|\n");
  for (const Text& text : texts) {
    std::printf("| %s | %.2f | %.2f | %.2f | %.2f |\n", text.name.c_str(), text.best[0],
                text.best[1], text.best[2], text.best[3]);
  }
}

}  // namespace

// Node calls this when it loads the add-on.
extern "C" __attribute__((visibility("default"))) void* napi_register_module_v1(void*, void* exports) {
  const char* folder = std::getenv("TEXTS");
  const char* size = std::getenv("PIECE_SIZE");
  measure(folder == nullptr ? "." : folder, size == nullptr ? 8192 : std::strtoul(size, nullptr, 10));
  return exports;
}
