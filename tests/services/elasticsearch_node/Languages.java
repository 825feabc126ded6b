package searchapp.tests;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.de.GermanLightStemFilter;
import org.apache.lucene.analysis.de.GermanMinimalStemFilter;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.EnglishMinimalStemFilter;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.en.KStemFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.es.SpanishLightStemFilter;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fi.FinnishLightStemFilter;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.fr.FrenchLightStemFilter;
import org.apache.lucene.analysis.fr.FrenchMinimalStemFilter;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.hu.HungarianLightStemFilter;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.it.ItalianLightStemFilter;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.no.NorwegianLightStemFilter;
import org.apache.lucene.analysis.no.NorwegianMinimalStemFilter;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseLightStemFilter;
import org.apache.lucene.analysis.pt.PortugueseMinimalStemFilter;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.ru.RussianLightStemFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.sv.SwedishLightStemFilter;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.Analysis;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.index.analysis.AnalyzerScope;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;

/** The ready analyzers of languages, and the filter `stemmer`. */
class Languages {
    interface Maker {
        Analyzer make(CharArraySet stopwords, CharArraySet exclusions);
    }

    static Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> analyzers() {
        Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> found = new TreeMap<>();
        add(found, "english", EnglishAnalyzer.getDefaultStopSet(), EnglishAnalyzer::new);
        add(found, "german", GermanAnalyzer.getDefaultStopSet(), GermanAnalyzer::new);
        add(found, "french", FrenchAnalyzer.getDefaultStopSet(), FrenchAnalyzer::new);
        add(found, "spanish", SpanishAnalyzer.getDefaultStopSet(), SpanishAnalyzer::new);
        add(found, "italian", ItalianAnalyzer.getDefaultStopSet(), ItalianAnalyzer::new);
        add(found, "portuguese", PortugueseAnalyzer.getDefaultStopSet(), PortugueseAnalyzer::new);
        add(found, "dutch", DutchAnalyzer.getDefaultStopSet(), DutchAnalyzer::new);
        add(found, "swedish", SwedishAnalyzer.getDefaultStopSet(), SwedishAnalyzer::new);
        add(found, "norwegian", NorwegianAnalyzer.getDefaultStopSet(), NorwegianAnalyzer::new);
        add(found, "danish", DanishAnalyzer.getDefaultStopSet(), DanishAnalyzer::new);
        add(found, "finnish", FinnishAnalyzer.getDefaultStopSet(), FinnishAnalyzer::new);
        add(found, "russian", RussianAnalyzer.getDefaultStopSet(), RussianAnalyzer::new);
        add(found, "hungarian", HungarianAnalyzer.getDefaultStopSet(), HungarianAnalyzer::new);
        add(found, "romanian", RomanianAnalyzer.getDefaultStopSet(), RomanianAnalyzer::new);
        add(found, "turkish", TurkishAnalyzer.getDefaultStopSet(), TurkishAnalyzer::new);
        return found;
    }

    private static void add(
        Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> found, String language,
        CharArraySet stopwords, Maker maker) {
        found.put(language, (index, environment, name, settings) -> new Provider(name, maker.make(
            Analysis.parseStopWords(environment, settings, stopwords),
            Analysis.parseStemExclusion(settings, CharArraySet.EMPTY_SET))));
    }

    record Provider(String name, Analyzer get) implements AnalyzerProvider<Analyzer> {
        @Override
        public AnalyzerScope scope() {
            return AnalyzerScope.INDEX;
        }
    }

    static TokenStream stemmer(Settings settings, TokenStream input) {
        String language = settings.get("language", settings.get("name", "porter")).toLowerCase(Locale.ROOT);
        return switch (language) {
            case "english", "porter" -> new PorterStemFilter(input);
            case "porter2" -> new SnowballFilter(input, "English");
            case "light_english", "lightenglish", "kstem" -> new KStemFilter(input);
            case "minimal_english", "minimalenglish" -> new EnglishMinimalStemFilter(input);
            case "possessive_english", "possessiveenglish" -> new EnglishPossessiveFilter(input);
            case "light_german", "lightgerman" -> new GermanLightStemFilter(input);
            case "minimal_german", "minimalgerman" -> new GermanMinimalStemFilter(input);
            case "light_french", "lightfrench" -> new FrenchLightStemFilter(input);
            case "minimal_french", "minimalfrench" -> new FrenchMinimalStemFilter(input);
            case "light_spanish", "lightspanish" -> new SpanishLightStemFilter(input);
            case "light_italian", "lightitalian" -> new ItalianLightStemFilter(input);
            case "light_portuguese", "lightportuguese" -> new PortugueseLightStemFilter(input);
            case "minimal_portuguese", "minimalportuguese" -> new PortugueseMinimalStemFilter(input);
            case "light_finnish", "lightfinnish" -> new FinnishLightStemFilter(input);
            case "light_hungarian", "lighthungarian" -> new HungarianLightStemFilter(input);
            case "light_norwegian", "lightnorwegian" -> new NorwegianLightStemFilter(input);
            case "minimal_norwegian", "minimalnorwegian" -> new NorwegianMinimalStemFilter(input);
            case "light_russian", "lightrussian" -> new RussianLightStemFilter(input);
            case "light_swedish", "lightswedish" -> new SwedishLightStemFilter(input);
            default -> new SnowballFilter(input, Strings.capitalize(language));
        };
    }
}
