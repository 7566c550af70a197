/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.deque.html.axecore.args.AxeRunOptions;
import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ForcedColors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.netty.DisposableServer;

/**
 * The page in a real browser, as a person uses it. With {@code -Dutflow.lens.pictures=true} the
 * states that it shows are kept as pictures in {@code target/lens-pictures}.
 */
class LensBrowserTest {
  private static final Path PICTURES = Path.of("target", "lens-pictures");

  /** How long the page may take to become what is expected; on a busy machine it is slow. */
  private static final double MOST_MILLIS = 120_000;

  /** Samples that have every role of a byte and every kind of row between them. */
  private static final List<String> CHECKED = List.of("mark", "emoji", "lines", "attack");

  private static Optional<Chromium> chromium = Optional.empty();
  private static DisposableServer server;

  private final List<String> complaints = new ArrayList<>();
  private final List<BrowserContext> contexts = new ArrayList<>();

  @BeforeAll
  static void start() {
    chromium = Chromium.start();
    assumeTrue(
        chromium.isPresent(), "no Chromium on the path: the lens was not tried in a browser");
    server = LensServer.listen(0);
    PlaywrightAssertions.setDefaultAssertionTimeout(MOST_MILLIS);
  }

  @AfterAll
  static void stop() {
    chromium.ifPresent(Chromium::close);
    if (server != null) {
      server.disposeNow();
    }
  }

  /** Whatever was tried: no console error, and no request that leaves this machine. */
  @AfterEach
  void nothingWasComplainedOf() {
    contexts.forEach(BrowserContext::close);
    assertThat(complaints).isEmpty();
  }

  private static String address() {
    return "http://127.0.0.1:" + server.port() + "/";
  }

  private Page open(NewContextOptions options, String fragment) {
    options.setPermissions(List.of("clipboard-read", "clipboard-write"));
    BrowserContext context = chromium.orElseThrow().browser().newContext(options);
    contexts.add(context);
    context.setDefaultTimeout(MOST_MILLIS);
    Page page = context.newPage();
    page.onConsoleMessage(message -> complaints.add(message.type() + ": " + message.text()));
    page.onPageError(complaints::add);
    page.onRequest(
        request -> {
          if (!request.url().startsWith(address())) {
            complaints.add("a request to " + request.url());
          }
        });
    page.navigate(address() + fragment);
    page.waitForSelector("html[data-ready]");
    return page;
  }

  private Page open() {
    return open(new NewContextOptions().setViewportSize(1280, 900), "");
  }

  private static void take(Page page, String hex) {
    page.click("#open-text");
    page.fill("#source", hex);
    page.click("#editor button[value=hex]");
  }

  private static Locator row(Page page, String name) {
    return page.locator("#decoders tr").filter(new Locator.FilterOptions().setHasText(name));
  }

  private static void picture(Page page, String name) {
    if (Boolean.getBoolean("utflow.lens.pictures")) {
      page.screenshot(
          new ScreenshotOptions().setPath(PICTURES.resolve(name + ".png")).setFullPage(true));
    }
  }

  /** Of the whole page, or of the part of it that is new. */
  private static void assertAccessible(Page page, String... parts) {
    AxeRunOptions violations = new AxeRunOptions();
    violations.setResultTypes(List.of("violations"));
    // The page has no frames: without a second page that joins their results it takes half the
    // time.
    AxeBuilder axe = new AxeBuilder(page).setLegacyMode(true).options(violations);
    for (String part : parts) {
      axe.include(part);
    }
    assertThat(axe.analyze().getViolations())
        .extracting(rule -> rule.getId() + " " + rule.getNodes().get(0).getHtml())
        .isEmpty();
  }

  @Test
  void aDraggedCutShowsWhatIsPendingAtOnce() {
    Page page = open();
    take(page, "61 C3 A9 62");
    page.click("[data-cuts=none]");
    assertThat(page.locator(".cut")).hasCount(0);
    page.locator(".byte[data-offset='1']").focus();
    page.keyboard().press("Enter");
    Locator cut = page.locator(".cut");
    assertThat(cut).hasAttribute("aria-valuenow", "1");
    assertThat(row(page, "Netty StringDecoder")).containsText("the same");
    double width = page.locator(".byte[data-offset='2']").boundingBox().width;
    BoundingBox box = cut.boundingBox();
    page.mouse().move(box.x + box.width / 2, box.y + 20);
    page.mouse().down();
    page.mouse().move(box.x + box.width / 2 + width, box.y + 24);
    // Before the pointer is up.
    assertThat(cut).hasAttribute("aria-valuenow", "2");
    assertThat(row(page, "Utflow").locator(".carried")).hasText(Pattern.compile("C3"));
    assertThat(row(page, "Netty StringDecoder").locator("mark")).hasCount(2);
    assertThat(row(page, "TextDecoder, each")).containsText("2 wrong");
    assertThat(row(page, "TextDecoder, streaming")).containsText("the same");
    page.mouse().up();
    cut.focus();
    page.keyboard().press("ArrowRight");
    assertThat(cut).hasAttribute("aria-valuenow", "3");
    assertThat(row(page, "Netty StringDecoder")).containsText("the same");
    assertThat(cut).isFocused();
    page.keyboard().press("ArrowLeft");
    assertThat(cut).hasAttribute("aria-valuetext", Pattern.compile("before byte 2, inside .*é.*"));
    page.keyboard().press("Delete");
    assertThat(page.locator(".cut")).hasCount(0);
  }

  /** A symptom is told of what was pasted, and Back shows what was there before. */
  @Test
  void whatWasPastedStaysAndBackGoesBack() {
    Page page = open();
    take(page, "61 C3 A9 62");
    page.click("[data-sample=boxes]");
    assertThat(page.locator("#story-title")).hasText("Every second character is a box");
    assertThat(page.locator("#size")).hasText(Pattern.compile("^4 bytes"));
    page.click("#story-example");
    assertThat(page.locator("#size")).hasText(Pattern.compile("^38 bytes"));
    assertThat(page.locator("#story-example")).isHidden();
    page.goBack();
    assertThat(page.locator("#size")).hasText(Pattern.compile("^4 bytes"));
    assertThat(page.locator("#story-title")).hasText("Every second character is a box");
    page.goBack();
    assertThat(page.locator("#story")).isHidden();
    page.goForward();
    assertThat(page.locator("#story")).isVisible();
  }

  @Test
  void textThatWasEncodedTwiceIsShownForWhatItIs() {
    Page page = open();
    assertThat(page.locator("#twice")).isHidden();
    // "é€ü", encoded twice.
    take(page, "C3 83 C2 A9 C3 A2 E2 80 9A C2 AC C3 83 C2 BC");
    assertThat(page.locator("#twice-says")).containsText("is “é€ü”");
    assertAccessible(page, "#twice");
    page.click("#twice-apply");
    assertThat(page.locator("#twice")).isHidden();
    assertThat(page.locator("#size")).hasText(Pattern.compile("^7 bytes"));
    page.goBack();
    assertThat(page.locator("#twice")).isVisible();
  }

  @Test
  void aClickBetweenBytesCuts() {
    Page page = open();
    take(page, "61 C3 A9 62");
    page.click("[data-cuts=none]");
    // The bytes are shown anew.
    assertThat(page.locator(".cut")).hasCount(0);
    BoundingBox box = page.locator(".byte[data-offset='2']").boundingBox();
    page.mouse().click(box.x + 2, box.y + 20);
    assertThat(page.locator(".cut")).hasAttribute("aria-valuenow", "2");
    assertThat(page.locator("#pieces tbody tr")).hasCount(3);
  }

  @Test
  void aMalformedStreamIsExplained() {
    Page page = open();
    take(page, "61 C0 AF F0 9F 98");
    assertThat(page.locator("#illformed-count")).hasText("3");
    Locator truncated = page.locator("#illformed tbody tr").nth(2);
    assertThat(truncated).containsText("F0 9F 98");
    assertThat(truncated).containsText("truncated, at the end");
    assertThat(truncated).containsText("Maximal Subparts");
    truncated.locator("button").click();
    assertThat(page.locator(".byte.active")).hasAttribute("data-offset", "3");
    page.selectOption("#malformed", "REPORT");
    assertThat(row(page, "Utflow")).containsText("stopped");
    assertThat(page.locator("#pieces")).containsText("stopped");
    page.selectOption("#malformed", "HEX");
    assertThat(row(page, "Utflow")).containsText("a<c0><af>");
  }

  /** Nothing of a document, an encoding's name or a link becomes HTML. */
  @Test
  void attackStringsAreShownAsText() {
    Page page = open();
    page.click("#open-text");
    page.fill("#source", "<img src=x onerror=alert(1)></td><script>alert(2)</script>\u202E\u0000");
    page.click("#editor button[value=text]");
    page.click("[data-cuts=none]");
    assertThat(row(page, "Utflow")).containsText("<img src=x onerror=alert(1)></td><script>");
    assertThat(row(page, "Utflow").locator(".sign").first()).hasText("RLO");
    assertThat(page.locator("main img, main script")).hasCount(0);
  }

  @Test
  void aLargeFileIsSeenThroughAWindow(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("large.txt");
    byte[] line = "Grüße, 世界 😀 <b>\r\n".getBytes(StandardCharsets.UTF_8);
    byte[] large = new byte[3 << 20];
    for (int i = 0; i < large.length; i++) {
      large[i] = line[i % line.length];
    }
    Files.write(file, large);
    Page page = open();
    page.setInputFiles("#file", file);
    assertThat(page.locator("#size")).containsText("65,536 bytes");
    page.selectOption("#file-length", "1048576");
    assertThat(page.locator("#size")).containsText("1,048,576 bytes");
    page.click("[data-cuts='1']");
    assertThat(page.locator("#size")).containsText("1,048,576 pieces");
    page.fill("#file-offset", "2000000");
    page.locator("#file-offset").press("Enter");
    assertThat(page.locator(".row .offset").first()).hasText(Pattern.compile("2,000,00[0-3]"));
    // What the byte is has been found out, so its row is not made anew while a key is pressed.
    assertThat(page.locator(".byte").first())
        .hasAttribute("aria-label", Pattern.compile("byte 200000[0-3], \\w"));
    page.locator(".byte").first().focus();
    page.keyboard().press("Control+End");
    assertThat(page.locator(".byte.active")).isInViewport();
    assertThat(page.locator(".byte.active")).isFocused();
    assertThat(page.locator("#pieces-range")).containsText("of 1,048,57");
    assertThat(page.locator(".byte").count()).as("bytes that exist as elements").isLessThan(1000);
    assertThat(page.locator("#pieces tbody tr").last()).containsText("the end");
    assertThat(row(page, "Utflow")).containsText("carried over");
    picture(page, "large-file");
  }

  @Test
  void aLinkShowsTheSame() {
    Page page = open();
    take(page, "3D D8 00 DE 61 00");
    page.selectOption("#encoding", "UTF-16LE");
    page.selectOption("#malformed", "SKIP");
    page.fill("#every", "3");
    page.locator("#every").press("Enter");
    assertThat(page.locator(".cut")).hasCount(1);
    page.click("#share");
    assertThat(page.locator("#status")).hasText("The link is copied.");
    String link = (String) page.evaluate("() => navigator.clipboard.readText()");
    assertThat(link).startsWith(address() + "#");
    Page other =
        open(new NewContextOptions().setViewportSize(900, 700), link.substring(address().length()));
    assertThat(other.locator("#encoding")).hasValue("UTF-16LE");
    assertThat(other.locator("#malformed")).hasValue("SKIP");
    assertThat(other.locator(".cut")).hasAttribute("aria-valuenow", "3");
    assertThat(row(other, "Utflow").locator(".carried")).containsText("3D D8 00");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"#x=%zz&e=<b>", "#x=AAAA&e=<script>&c=-1.9.x", "#x=", "#e=UTF-16&m=NONE&x=YQ"})
  void aLinkThatIsNoneHarmsNothing(String fragment) {
    Page page = open(new NewContextOptions(), fragment);
    assertThat(page.locator("#encoding")).not().hasValue("");
    assertThat(page.locator("main script")).hasCount(0);
  }

  @Test
  void piecesArePlayed() {
    Page page = open();
    take(page, "61 C3 A9 62");
    page.click("[data-cuts='1']");
    assertThat(page.locator("#pieces tbody tr")).hasCount(5);
    page.click("#restart");
    assertThat(page.locator("#pieces tbody tr")).hasCount(0);
    page.click("#step");
    page.click("#step");
    assertThat(page.locator("#status")).hasText("Piece 2: 1 byte. Waits: C3.");
    assertThat(page.locator(".byte.unsent")).hasCount(2);
    picture(page, "step");
    page.selectOption("#speed", "150");
    page.click("#play");
    assertThat(page.locator("#status")).hasText("The end of the input.");
    assertThat(page.locator("#play")).hasText("Play");
    page.click("#all");
    assertThat(page.locator(".byte.unsent")).hasCount(0);
  }

  @Test
  void aTestCaseAndAVectorAreExported() {
    Page page = open();
    take(page, "61 C3 A9");
    page.click("#java");
    assertThat(page.locator("#exported-text")).hasValue(Pattern.compile("class CutTextTest"));
    assertAccessible(page, "#exported");
    page.click("#exported-close");
    page.click("#vector");
    assertThat(page.locator("#exported-text"))
        .hasValue(Pattern.compile("\"bytes_hex\":\"61c3a9\""));
  }

  @Test
  void everySampleIsShownAndMended() {
    Page page = open();
    Locator samples = page.locator("[data-sample]");
    assertThat(samples.count()).isGreaterThan(9);
    for (int i = 0; i < samples.count(); i++) {
      Locator sample = samples.nth(i);
      sample.click();
      assertThat(page.locator("#story-title")).hasText(sample.textContent());
      assertThat(page.locator("#story-mend")).not().isEmpty();
      assertThat(row(page, "Utflow").locator(".text")).not().isEmpty();
      picture(page, "sample-" + sample.getAttribute("data-sample"));
      if (CHECKED.contains(sample.getAttribute("data-sample"))) {
        assertAccessible(page);
      }
      if (page.locator("#story-apply").isVisible()) {
        String before = row(page, "Utflow").locator(".text").textContent();
        page.click("#story-apply");
        assertThat(row(page, "Utflow").locator(".text")).not().hasText(before);
      }
    }
  }

  @Test
  void forEveryEye() {
    picture(open(), "light");
    Page dark =
        open(
            new NewContextOptions().setViewportSize(1280, 900).setColorScheme(ColorScheme.DARK),
            "");
    dark.click("[data-sample=attack]");
    assertThat(dark.locator("#illformed-count")).hasText("12");
    picture(dark, "dark");
    assertAccessible(dark);
    Page narrow = open(new NewContextOptions().setViewportSize(360, 740), "");
    assertThat(narrow.locator(".byte.active")).isVisible();
    assertThat((Boolean) narrow.evaluate("() => document.body.scrollWidth <= innerWidth")).isTrue();
    picture(narrow, "narrow");
    assertAccessible(narrow);
    Page contrast =
        open(
            new NewContextOptions().setViewportSize(1280, 900).setForcedColors(ForcedColors.ACTIVE),
            "");
    picture(contrast, "high-contrast");
    assertAccessible(contrast);
  }
}
