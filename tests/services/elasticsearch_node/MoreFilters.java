package searchapp.tests;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.charfilter.HTMLStripCharFilter;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;
import org.apache.lucene.analysis.email.UAX29URLEmailTokenizer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.miscellaneous.KeywordRepeatFilter;
import org.apache.lucene.analysis.miscellaneous.PatternKeywordMarkerFilter;
import org.apache.lucene.analysis.miscellaneous.SetKeywordMarkerFilter;
import org.apache.lucene.analysis.miscellaneous.StemmerOverrideFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterIterator;
import org.apache.lucene.analysis.synonym.SolrSynonymParser;
import org.apache.lucene.analysis.synonym.SynonymFilter;
import org.apache.lucene.analysis.synonym.SynonymGraphFilter;
import org.apache.lucene.analysis.synonym.SynonymMap;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.util.CharTokenizer;
import org.apache.lucene.analysis.util.ElisionFilter;
import org.apache.lucene.util.AttributeFactory;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.IndexService.IndexCreationContext;
import org.elasticsearch.index.analysis.Analysis;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.CustomAnalyzer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;

/** Filters and tokenizers that need more than a line. */
class MoreFilters {

    static TokenStream elision(Environment environment, Settings settings, TokenStream input) {
        CharArraySet articles = Analysis.parseArticles(environment, settings);
        return new ElisionFilter(input, articles == null ? FrenchAnalyzer.DEFAULT_ARTICLES : articles);
    }

    static TokenStream keywordMarker(Environment environment, Settings settings, TokenStream input) {
        String pattern = settings.get("keywords_pattern");
        if (pattern != null) {
            return new PatternKeywordMarkerFilter(input, Pattern.compile(pattern));
        }
        Set<?> words = Analysis.getWordSet(environment, settings, "keywords");
        return new SetKeywordMarkerFilter(input, new CharArraySet(words, settings.getAsBoolean("ignore_case", false)));
    }

    static TokenStream stemmerOverride(Environment environment, Settings settings, TokenStream input) {
        StemmerOverrideFilter.Builder builder = new StemmerOverrideFilter.Builder(false);
        for (String rule : Analysis.getWordList(environment, settings, "rules")) {
            String[] sides = rule.split("=>", -1);
            for (String word : sides[0].split(",")) {
                builder.add(word.trim(), sides[1].trim());
            }
        }
        try {
            return new StemmerOverrideFilter(input, builder.build());
        } catch (IOException problem) {
            throw new IllegalArgumentException(problem);
        }
    }

    static TokenStream wordDelimiterGraph(Environment environment, Settings settings, TokenStream input) {
        int flags = 0;
        flags |= flag(settings, "generate_word_parts", true, WordDelimiterGraphFilter.GENERATE_WORD_PARTS);
        flags |= flag(settings, "generate_number_parts", true, WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS);
        flags |= flag(settings, "catenate_words", false, WordDelimiterGraphFilter.CATENATE_WORDS);
        flags |= flag(settings, "catenate_numbers", false, WordDelimiterGraphFilter.CATENATE_NUMBERS);
        flags |= flag(settings, "catenate_all", false, WordDelimiterGraphFilter.CATENATE_ALL);
        flags |= flag(settings, "split_on_case_change", true, WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE);
        flags |= flag(settings, "preserve_original", false, WordDelimiterGraphFilter.PRESERVE_ORIGINAL);
        flags |= flag(settings, "split_on_numerics", true, WordDelimiterGraphFilter.SPLIT_ON_NUMERICS);
        flags |= flag(settings, "stem_english_possessive", true, WordDelimiterGraphFilter.STEM_ENGLISH_POSSESSIVE);
        flags |= flag(settings, "ignore_keywords", false, WordDelimiterGraphFilter.IGNORE_KEYWORDS);
        Set<?> kept = Analysis.getWordSet(environment, settings, "protected_words");
        return new WordDelimiterGraphFilter(
            input, settings.getAsBoolean("adjust_offsets", true), WordDelimiterIterator.DEFAULT_WORD_DELIM_TABLE, flags,
            kept == null ? null : CharArraySet.copy(kept));
    }

    private static int flag(Settings settings, String name, boolean usual, int flag) {
        return settings.getAsBoolean(name, usual) ? flag : 0;
    }

    /** Leaves out words that have been seen, in the whole text or at the same position; positions close up. */
    static class Unique extends TokenFilter {
        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
        private final PositionIncrementAttribute increment = addAttribute(PositionIncrementAttribute.class);
        private final Set<String> seen = new HashSet<>();
        private final boolean onlyHere;

        Unique(TokenStream input, boolean onlyHere) {
            super(input);
            this.onlyHere = onlyHere;
        }

        @Override
        public boolean incrementToken() throws IOException {
            while (input.incrementToken()) {
                if (onlyHere && increment.getPositionIncrement() > 0) {
                    seen.clear();
                }
                if (seen.add(term.toString())) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void reset() throws IOException {
            super.reset();
            seen.clear();
        }
    }

    /** `synonym` and `synonym_graph`: the words of the rules go through what stands before the filter. */
    record Synonyms(String name, Environment environment, Settings settings, boolean graph) implements TokenFilterFactory {
        @Override
        public TokenStream create(TokenStream input) {
            throw new IllegalStateException("a synonym filter stands in an analyzer");
        }

        @Override
        public TokenFilterFactory getChainAwareTokenFilterFactory(
            IndexCreationContext context, TokenizerFactory tokenizer, List<CharFilterFactory> charFilters,
            List<TokenFilterFactory> before, Function<String, TokenFilterFactory> all) {
            SynonymMap map = map(new CustomAnalyzer(
                tokenizer, charFilters.toArray(new CharFilterFactory[0]),
                before.stream().map(TokenFilterFactory::getSynonymFilter).toArray(TokenFilterFactory[]::new)));
            return new Ready(name, map, graph);
        }

        private SynonymMap map(Analyzer analyzer) {
            boolean lenient = settings.getAsBoolean("lenient", false);
            SolrSynonymParser parser = new SolrSynonymParser(true, settings.getAsBoolean("expand", true), analyzer) {
                @Override
                public org.apache.lucene.util.CharsRef analyze(String text, org.apache.lucene.util.CharsRefBuilder reuse)
                    throws IOException {
                    try {
                        return super.analyze(text, reuse);
                    } catch (IllegalArgumentException problem) {
                        if (lenient) {
                            return new org.apache.lucene.util.CharsRef("");
                        }
                        throw problem;
                    }
                }

                @Override
                public void add(
                    org.apache.lucene.util.CharsRef input, org.apache.lucene.util.CharsRef output, boolean original) {
                    if (lenient == false || (input.length > 0 && output.length > 0)) {
                        super.add(input, output, original);
                    }
                }
            };
            try {
                List<String> rules = Analysis.getWordList(environment, settings, "synonyms");
                parser.parse(new StringReader(String.join("\n", rules)));
                return parser.build();
            } catch (Exception problem) {
                throw new IllegalArgumentException("failed to build synonyms", problem);
            }
        }
    }

    record Ready(String name, SynonymMap map, boolean graph) implements TokenFilterFactory {
        @Override
        public TokenStream create(TokenStream input) {
            if (map.fst == null) {
                return input;
            }
            return graph ? new SynonymGraphFilter(input, map, false) : new SynonymFilter(input, map, false);
        }

        @Override
        public TokenFilterFactory getSynonymFilter() {
            return IDENTITY_FILTER;
        }
    }

    static Reader mapping(Environment environment, Settings settings, Reader reader) {
        NormalizeCharMap.Builder builder = new NormalizeCharMap.Builder();
        for (String rule : Analysis.getWordList(environment, settings, "mappings")) {
            String[] sides = rule.split("=>", 2);
            builder.add(unescaped(sides[0].trim()), unescaped(sides[1].trim()));
        }
        return new MappingCharFilter(builder.build(), reader);
    }

    private static String unescaped(String text) {
        return text.replace("\\n", "\n").replace("\\t", "\t").replace("\\u0020", " ").replace("\\\\", "\\");
    }

    static Reader htmlStrip(Settings settings, Reader reader) {
        List<String> kept = settings.getAsList("escaped_tags");
        return kept.isEmpty() ? new HTMLStripCharFilter(reader) : new HTMLStripCharFilter(reader, Set.copyOf(kept));
    }

    static Tokenizer charGroup(Settings settings) {
        Set<Integer> signs = new HashSet<>();
        Set<String> kinds = new HashSet<>();
        for (String each : settings.getAsList("tokenize_on_chars")) {
            if (each.length() == 1) {
                signs.add((int) each.charAt(0));
            } else if (each.startsWith("\\")) {
                signs.add((int) unescaped(each).charAt(0));
            } else {
                kinds.add(each);
            }
        }
        int longest = settings.getAsInt("max_token_length", CharTokenizer.DEFAULT_MAX_WORD_LEN);
        return new CharTokenizer(AttributeFactory.DEFAULT_ATTRIBUTE_FACTORY, longest) {
            @Override
            protected boolean isTokenChar(int sign) {
                return !(signs.contains(sign)
                    || kinds.contains("whitespace") && Character.isWhitespace(sign)
                    || kinds.contains("letter") && Character.isLetter(sign)
                    || kinds.contains("digit") && Character.isDigit(sign)
                    || kinds.contains("punctuation") && PUNCTUATION.contains(Character.getType(sign))
                    || kinds.contains("symbol") && SYMBOLS.contains(Character.getType(sign)));
            }
        };
    }

    private static final Set<Integer> PUNCTUATION = Set.of(
        (int) Character.START_PUNCTUATION, (int) Character.END_PUNCTUATION, (int) Character.OTHER_PUNCTUATION,
        (int) Character.CONNECTOR_PUNCTUATION, (int) Character.DASH_PUNCTUATION,
        (int) Character.INITIAL_QUOTE_PUNCTUATION, (int) Character.FINAL_QUOTE_PUNCTUATION);
    private static final Set<Integer> SYMBOLS = Set.of(
        (int) Character.CURRENCY_SYMBOL, (int) Character.MATH_SYMBOL, (int) Character.OTHER_SYMBOL,
        (int) Character.MODIFIER_SYMBOL);

    static Tokenizer urlEmail(Settings settings) {
        UAX29URLEmailTokenizer tokenizer = new UAX29URLEmailTokenizer();
        tokenizer.setMaxTokenLength(settings.getAsInt("max_token_length", 255));
        return tokenizer;
    }
}
