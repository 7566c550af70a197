// Times simdutf on the texts that the Java tables read. The library is the one inside Node: this is
// a Node add-on that binds to the symbols which the node executable exports, so nothing has to be
// fetched, and no header of simdutf or Node is needed for these few declarations.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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

constexpr int kWarmUpRounds = 10;
constexpr int kRounds = 25;
constexpr double kRoundNanos = 4e6;

const char* const kScripts[] = {"ascii",           "two_byte",          "three_byte",
                                "four_byte",       "accented",          "mixed",
                                "markup_two_byte", "markup_three_byte", "chat"};

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

// The best of many short rounds, in bytes of input a nanosecond.
template <typename Pieces, typename Call>
double speed(const Pieces& pieces, Call call) {
  double bytes_of_all = 0;
  for (const auto& piece : pieces) {
    bytes_of_all += static_cast<double>(piece.size() * sizeof(piece[0]));
  }
  double best = 0;
  for (int round = -kWarmUpRounds; round < kRounds; round++) {
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
    } while (elapsed < kRoundNanos);
    if (round >= 0 && bytes / elapsed > best) {
      best = bytes / elapsed;
    }
  }
  return best;
}

void measure(const std::string& folder, size_t piece_size) {
  simdutf::validate_utf8("", 0);
  std::printf("simdutf (%s), pieces of %zu bytes\n\n",
              simdutf::get_active_implementation()->name().c_str(), piece_size);
  std::printf("| GB/s | utf-8 to utf-16le | utf-16le to utf-8 | validate utf-8 | validate utf-16le |\n");
  std::printf("|---|---:|---:|---:|---:|\n");
  for (const char* script : kScripts) {
    std::string text = read(folder + "/" + script + ".utf8");
    std::u16string wide(text.size(), u'\0');
    wide.resize(simdutf::convert_utf8_to_utf16le(text.data(), text.size(), wide.data()));
    Pieces8 narrow_pieces = cut(text, piece_size, continues);
    Pieces16 wide_pieces = cut(wide, piece_size / 2, low_surrogate);
    std::u16string wide_out(piece_size, u'\0');
    std::string narrow_out(2 * piece_size, '\0');
    double widen = speed(narrow_pieces, [&](const std::string& piece) {
      return simdutf::convert_utf8_to_utf16le(piece.data(), piece.size(), wide_out.data());
    });
    double narrow = speed(wide_pieces, [&](const std::u16string& piece) {
      return simdutf::convert_utf16le_to_utf8(piece.data(), piece.size(), narrow_out.data());
    });
    double valid8 = speed(narrow_pieces, [&](const std::string& piece) {
      return simdutf::validate_utf8(piece.data(), piece.size());
    });
    double valid16 = speed(wide_pieces, [&](const std::u16string& piece) {
      return simdutf::validate_utf16le(piece.data(), piece.size());
    });
    std::printf("| %s | %.2f | %.2f | %.2f | %.2f |\n", script, widen, narrow, valid8, valid16);
    std::fflush(stdout);
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
