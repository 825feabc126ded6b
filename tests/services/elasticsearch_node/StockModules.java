package searchapp.tests;

import java.io.Reader;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.classic.ClassicTokenizer;
import org.apache.lucene.analysis.core.DecimalDigitFilter;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.apache.lucene.analysis.core.LetterTokenizer;
import org.apache.lucene.analysis.core.UpperCaseFilter;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.de.GermanNormalizationFilter;
import org.apache.lucene.analysis.en.KStemFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.KeywordRepeatFilter;
import org.apache.lucene.analysis.miscellaneous.LengthFilter;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.miscellaneous.ScandinavianFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.ScandinavianNormalizationFilter;
import org.apache.lucene.analysis.miscellaneous.TrimFilter;
import org.apache.lucene.analysis.miscellaneous.TruncateTokenFilter;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenFilter;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenizer;
import org.apache.lucene.analysis.ngram.NGramTokenFilter;
import org.apache.lucene.analysis.ngram.NGramTokenizer;
import org.apache.lucene.analysis.path.PathHierarchyTokenizer;
import org.apache.lucene.analysis.path.ReversePathHierarchyTokenizer;
import org.apache.lucene.analysis.pattern.PatternReplaceCharFilter;
import org.apache.lucene.analysis.pattern.PatternReplaceFilter;
import org.apache.lucene.analysis.pattern.PatternTokenizer;
import org.apache.lucene.analysis.reverse.ReverseStringFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.tr.ApostropheFilter;
import org.apache.lucene.analysis.tr.TurkishLowerCaseFilter;
import org.elasticsearch.Build;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.settings.SettingsFilter;
import org.elasticsearch.env.Environment;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.index.analysis.AbstractCharFilterFactory;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingCharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingTokenFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestController;
import org.elasticsearch.rest.RestHandler.Route;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;

/** What the stock modules `rest-root` and `analysis-common` give, which are not on Maven Central. */
public class StockModules extends Plugin implements ActionPlugin, AnalysisPlugin {

    @Override
    public Collection<RestHandler> getRestHandlers(
        Settings settings, NamedWriteableRegistry writeables, RestController controller, ClusterSettings cluster,
        IndexScopedSettings index, SettingsFilter filter, IndexNameExpressionResolver resolver,
        Supplier<DiscoveryNodes> nodes, Predicate<NodeFeature> features) {
        return List.of(new Root());
    }

    /** `GET /`, with which clients check what they talk to. */
    static class Root extends BaseRestHandler {
        @Override
        public String getName() {
            return "main_action";
        }

        @Override
        public List<Route> routes() {
            return List.of(new Route(RestRequest.Method.GET, "/"), new Route(RestRequest.Method.HEAD, "/"));
        }

        @Override
        protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
            return channel -> {
                var body = channel.newBuilder().startObject();
                body.field("name", "test").field("cluster_name", "searchapp-tests");
                body.startObject("version").field("number", Build.current().version());
                body.field("build_flavor", "default").field("lucene_version", org.apache.lucene.util.Version.LATEST.toString());
                body.endObject().field("tagline", "You Know, for Search").endObject();
                channel.sendResponse(new RestResponse(RestStatus.OK, body));
            };
        }
    }

    @Override
    public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
        return Languages.analyzers();
    }

    @Override
    public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
        Map<String, AnalysisProvider<TokenizerFactory>> tokenizers = new TreeMap<>();
        tokenizer(tokenizers, "keyword", settings -> new KeywordTokenizer(settings.getAsInt("buffer_size", 256)));
        tokenizer(tokenizers, "whitespace", settings -> new WhitespaceTokenizer());
        tokenizer(tokenizers, "letter", settings -> new LetterTokenizer());
        tokenizer(tokenizers, "pattern", settings -> new PatternTokenizer(
            Pattern.compile(settings.get("pattern", "\\W+")), settings.getAsInt("group", -1)));
        tokenizer(tokenizers, "path_hierarchy", StockModules::pathHierarchy);
        tokenizer(tokenizers, "char_group", MoreFilters::charGroup);
        tokenizer(tokenizers, "uax_url_email", MoreFilters::urlEmail);
        tokenizer(tokenizers, "classic", settings -> new ClassicTokenizer());
        tokenizer(tokenizers, "ngram", settings -> new NGramTokenizer(
            settings.getAsInt("min_gram", 1), settings.getAsInt("max_gram", 2)) {
            @Override
            protected boolean isTokenChar(int character) {
                return tokenChar(settings, character);
            }
        });
        tokenizer(tokenizers, "edge_ngram", settings -> new EdgeNGramTokenizer(
            settings.getAsInt("min_gram", 1), settings.getAsInt("max_gram", 2)) {
            @Override
            protected boolean isTokenChar(int character) {
                return tokenChar(settings, character);
            }
        });
        return tokenizers;
    }

    private static Tokenizer pathHierarchy(Settings settings) {
        char delimiter = settings.get("delimiter", "/").charAt(0);
        char replacement = settings.get("replacement", String.valueOf(delimiter)).charAt(0);
        int skip = settings.getAsInt("skip", 0);
        return settings.getAsBoolean("reverse", false)
            ? new ReversePathHierarchyTokenizer(delimiter, replacement, skip)
            : new PathHierarchyTokenizer(delimiter, replacement, skip);
    }

    private static boolean tokenChar(Settings settings, int character) {
        List<String> kinds = settings.getAsList("token_chars");
        return kinds.isEmpty()
            || kinds.contains("letter") && Character.isLetter(character)
            || kinds.contains("digit") && Character.isDigit(character)
            || kinds.contains("whitespace") && Character.isWhitespace(character)
            || kinds.contains("custom") && settings.get("custom_token_chars", "").indexOf(character) >= 0;
    }

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        Map<String, AnalysisProvider<TokenFilterFactory>> filters = new TreeMap<>();
        normalizing(filters, "lowercase", (settings, input) ->
            settings.get("language", "").equals("turkish") ? new TurkishLowerCaseFilter(input) : new LowerCaseFilter(input));
        normalizing(filters, "german_normalization", (settings, input) -> new GermanNormalizationFilter(input));
        normalizing(filters, "scandinavian_folding", (settings, input) -> new ScandinavianFoldingFilter(input));
        normalizing(filters, "scandinavian_normalization", (settings, input) -> new ScandinavianNormalizationFilter(input));
        filter(filters, "apostrophe", (settings, input) -> new ApostropheFilter(input));
        filter(filters, "keyword_repeat", (settings, input) -> new KeywordRepeatFilter(input));
        filter(filters, "remove_duplicates", (settings, input) -> new RemoveDuplicatesTokenFilter(input));
        normalizing(filters, "uppercase", (settings, input) -> new UpperCaseFilter(input));
        normalizing(filters, "trim", (settings, input) -> new TrimFilter(input));
        normalizing(filters, "decimal_digit", (settings, input) -> new DecimalDigitFilter(input));
        normalizing(filters, "asciifolding", (settings, input) ->
            new ASCIIFoldingFilter(input, settings.getAsBoolean("preserve_original", false)));
        normalizing(filters, "pattern_replace", (settings, input) -> new PatternReplaceFilter(
            input, Regex.compile(settings.get("pattern"), settings.get("flags")), settings.get("replacement", ""), settings.getAsBoolean("all", true)));
        filter(filters, "ngram", (settings, input) -> new NGramTokenFilter(
            input, settings.getAsInt("min_gram", 1), settings.getAsInt("max_gram", 2), settings.getAsBoolean("preserve_original", false)));
        filter(filters, "edge_ngram", (settings, input) -> new EdgeNGramTokenFilter(
            input, settings.getAsInt("min_gram", 1), settings.getAsInt("max_gram", 2), settings.getAsBoolean("preserve_original", false)));
        filter(filters, "length", (settings, input) -> new LengthFilter(
            input, settings.getAsInt("min", 0), settings.getAsInt("max", Integer.MAX_VALUE)));
        filter(filters, "truncate", (settings, input) -> new TruncateTokenFilter(input, settings.getAsInt("length", 10)));
        filter(filters, "reverse", (settings, input) -> new ReverseStringFilter(input));
        filter(filters, "unique", (settings, input) ->
            new MoreFilters.Unique(input, settings.getAsBoolean("only_on_same_position", false)));
        filter(filters, "porter_stem", (settings, input) -> new PorterStemFilter(input));
        filter(filters, "kstem", (settings, input) -> new KStemFilter(input));
        filter(filters, "stemmer", Languages::stemmer);
        filter(filters, "snowball", (settings, input) -> new SnowballFilter(input, settings.get("language", "English")));
        placed(filters, "elision", true, MoreFilters::elision);
        placed(filters, "keyword_marker", false, MoreFilters::keywordMarker);
        placed(filters, "stemmer_override", false, MoreFilters::stemmerOverride);
        placed(filters, "word_delimiter_graph", false, MoreFilters::wordDelimiterGraph);
        filters.put("synonym", AnalysisPlugin.requiresAnalysisSettings((index, environment, name, settings) ->
            new MoreFilters.Synonyms(name, environment, settings, false)));
        filters.put("synonym_graph", AnalysisPlugin.requiresAnalysisSettings((index, environment, name, settings) ->
            new MoreFilters.Synonyms(name, environment, settings, true)));
        return filters;
    }

    @Override
    public Map<String, AnalysisProvider<CharFilterFactory>> getCharFilters() {
        Map<String, AnalysisProvider<CharFilterFactory>> filters = new TreeMap<>();
        filters.put("html_strip", (index, environment, name, settings) ->
            new CharFilter(name, reader -> MoreFilters.htmlStrip(settings, reader)));
        filters.put("mapping", AnalysisPlugin.requiresAnalysisSettings((index, environment, name, settings) ->
            new CharFilter(name, reader -> MoreFilters.mapping(environment, settings, reader))));
        filters.put("pattern_replace", AnalysisPlugin.requiresAnalysisSettings((index, environment, name, settings) ->
            new CharFilter(name, reader -> new PatternReplaceCharFilter(
                Regex.compile(settings.get("pattern"), settings.get("flags")), settings.get("replacement", ""), reader))));
        return filters;
    }

    static class CharFilter extends AbstractCharFilterFactory implements NormalizingCharFilterFactory {
        private final Function<Reader, Reader> make;

        CharFilter(String name, Function<Reader, Reader> make) {
            super(name);
            this.make = make;
        }

        @Override
        public Reader create(Reader reader) {
            return make.apply(reader);
        }
    }

    private static void tokenizer(
        Map<String, AnalysisProvider<TokenizerFactory>> tokenizers, String type, Function<Settings, Tokenizer> make) {
        tokenizers.put(type, (index, environment, name, settings) ->
            TokenizerFactory.newFactory(name, () -> make.apply(settings)));
    }

    private static void filter(
        Map<String, AnalysisProvider<TokenFilterFactory>> filters, String type,
        BiFunction<Settings, TokenStream, TokenStream> make) {
        filters.put(type, (index, environment, name, settings) -> new Filter(name, settings, make));
    }

    interface Placed {
        TokenStream make(Environment environment, Settings settings, TokenStream input);
    }

    /** A filter that may read files of the environment. */
    private static void placed(
        Map<String, AnalysisProvider<TokenFilterFactory>> filters, String type, boolean normalizing, Placed maker) {
        filters.put(type, (index, environment, name, settings) -> {
            BiFunction<Settings, TokenStream, TokenStream> make = (given, input) -> maker.make(environment, given, input);
            return normalizing ? new NormalizingFilter(name, settings, make) : new Filter(name, settings, make);
        });
    }

    private static void normalizing(
        Map<String, AnalysisProvider<TokenFilterFactory>> filters, String type,
        BiFunction<Settings, TokenStream, TokenStream> make) {
        AnalysisProvider<TokenFilterFactory> provider =
            (index, environment, name, settings) -> new NormalizingFilter(name, settings, make);
        boolean needsSettings = type.equals("pattern_replace");
        filters.put(type, needsSettings ? AnalysisPlugin.requiresAnalysisSettings(provider) : provider);
    }

    static class Filter implements TokenFilterFactory {
        private final String name;
        private final Settings settings;
        private final BiFunction<Settings, TokenStream, TokenStream> make;

        Filter(String name, Settings settings, BiFunction<Settings, TokenStream, TokenStream> make) {
            this.name = name;
            this.settings = settings;
            this.make = make;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public TokenStream create(TokenStream input) {
            return make.apply(settings, input);
        }
    }

    static class NormalizingFilter extends Filter implements NormalizingTokenFilterFactory {
        NormalizingFilter(String name, Settings settings, BiFunction<Settings, TokenStream, TokenStream> make) {
            super(name, settings, make);
        }
    }
}
