package dev.cinedex.docs;

import com.google.common.base.Splitter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tells whole thoughts from fragments, by the words that a summary begins with.
 *
 * <p>A summary is a verb phrase ("Returns the rows that ..."), a noun phrase that names the thing
 * ("The token ranges of a phase") or a sentence. It is a fragment if it
 *
 * <ol>
 *   <li>begins with a preposition, a relative word or a conjunction ("Of a job that nobody does"),
 *   <li>begins with a pronoun whose noun is elsewhere ("Its versions go on from there"),
 *   <li>begins with an adverb, or with a participle or adjective that continues a name ("Kept with
 *       the movie", "Empty when it is not there"),
 *   <li>consists of a determiner and no noun ("A new one", "The same"),
 *   <li>or has a relative clause without a noun before it ("by who relies on them").
 * </ol>
 */
final class PlainEnglish {
  private static final Splitter WORDS =
      Splitter.on(Pattern.compile("[^\\p{L}\\p{N}#_.-]+")).omitEmptyStrings();

  private static final Set<String> CONNECTING_WORDS =
      words(
          "of that who whom whose which where wherever whether when whenever while what whatever why"
              + " how as else for with without by in at from on to into onto upon under below above"
              + " over after before behind beside between until till since than then because but and"
              + " or nor so either neither though although unless like unlike through about against");

  private static final Set<String> PRONOUNS =
      words("it its they them their those these he she his her ours theirs none nobody");

  private static final Set<String> ADVERBS =
      words(
          "not always once twice just far near nearly almost here now soon later"
              + " longer less more most otherwise instead meanwhile again already still yet even"
              + " perhaps seldom often afterwards");

  private static final Set<String> DETERMINERS =
      words("a an the one any each every another all some both two");

  /** Participles that begin whole summaries in the JDK and in the driver. */
  private static final Set<String> ACCEPTED_PARTICIPLES =
      words("thrown used called invoked signaled deprecated based");

  private static final Set<String> IRREGULAR_PARTICIPLES =
      words(
          "done made kept held sent written read told given taken found set known begun gone left"
              + " lost seen said meant shown put run chosen");

  private static final Set<String> ADJECTIVES =
      words("empty null true false equal healthy unhealthy ready known unknown");

  private static final Pattern IMPERSONAL_IT =
      Pattern.compile("it (is|was|can|cannot) .*whether.*");

  private static final Pattern NO_NOUN =
      Pattern.compile(
          "((a|an|the|any|each|every|another|all|some|both)( (new|old|last|next|whole))? ?)?"
              + "\\b(one|ones|same|rest|other|others)"
              + "([,;:].*| (that|who|which|and|as|for|by|with|in|at|per|from|to|is|are|of which)\\b.*"
              + "|)");

  private static final Pattern RELATIVE_WITHOUT_NOUN =
      Pattern.compile(
          ".*(\\b(of|by|for|to|from|with|than|as|and|or|but) who(ever)?\\b"
              + "|\\bthat there (is|are|was|were)\\b(?! \\w)).*");

  private PlainEnglish() {}

  /** Returns whether a summary is no whole thought. */
  static boolean isFragment(String summary) {
    String text = summary.toLowerCase(Locale.ROOT).replaceAll("[\"'’]", "");
    List<String> words = WORDS.splitToList(text);
    String first = words.isEmpty() ? "" : words.get(0);
    String second = words.size() < 2 ? "" : words.get(1);
    return first.isEmpty()
        || CONNECTING_WORDS.contains(first)
        || (first.equals("if") && !summary.contains(","))
        || (PRONOUNS.contains(first) && !IMPERSONAL_IT.matcher(text).matches())
        || ADVERBS.contains(first)
        || continuesName(text, first, second)
        || (DETERMINERS.contains(first) && lacksNoun(text, second))
        || RELATIVE_WITHOUT_NOUN.matcher(text).matches();
  }

  /** "Kept with the movie", "Unresolved: a node ...": a participle, and no noun after it. */
  private static boolean continuesName(String text, String first, String second) {
    boolean continues =
        IRREGULAR_PARTICIPLES.contains(first)
            || ADJECTIVES.contains(first)
            || (first.endsWith("ed") && !ACCEPTED_PARTICIPLES.contains(first));
    return continues
        && (second.isEmpty()
            || text.startsWith(first + ":")
            || text.startsWith(first + ",")
            || CONNECTING_WORDS.contains(second)
            || ADVERBS.contains(second)
            || second.equals("if"));
  }

  private static boolean lacksNoun(String text, String second) {
    return NO_NOUN.matcher(text).matches()
        || (CONNECTING_WORDS.contains(second) && !second.equals("of"))
        || PRONOUNS.contains(second);
  }

  private static Set<String> words(String text) {
    return Set.copyOf(WORDS.splitToList(text));
  }
}
