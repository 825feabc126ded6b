import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.node.InternalSettingsPreparer;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginsLoader;

/**
 * An Elasticsearch node on 127.0.0.1: `java -cp 'jars/*' Launcher.java HOME PORT [NAME=VALUE ...]`, the rest being
 * settings of the node, which stands alone without them. It ends with a signal.
 */
public class Launcher {
    public static void main(String[] args) throws Exception {
        Path home = Path.of(args[0]).toAbsolutePath();
        Settings.Builder settings = Settings.builder()
            .put("path.home", home.toString())
            .put("node.name", "test")
            .put("cluster.name", "searchapp-tests")
            .put("network.host", "127.0.0.1")
            .put("http.port", args[1])
            .put("transport.port", "0")
            .put("discovery.type", "single-node")
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .put("action.destructive_requires_name", false);
        for (String setting : List.of(args).subList(2, args.length)) {
            String[] sides = setting.split("=", 2);
            settings.put(sides[0], sides[1]);
        }
        Files.createDirectories(home.resolve("config"));
        LogConfigurator.configureESLogging();
        var environment = InternalSettingsPreparer.prepareEnvironment(
            settings.build(), Map.of(), home.resolve("config"), () -> "test");
        var modules = PluginsLoader.loadModulesBundles(environment.modulesDir());
        Node node = new Node(environment, PluginsLoader.createPluginsLoader(modules, Set.of(), Map.of(), false));
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node, stopped)));
        node.start();
        stopped.await();
    }

    private static void close(Node node, CountDownLatch stopped) {
        try {
            node.close();
        } catch (Exception problem) {
            problem.printStackTrace();
        } finally {
            stopped.countDown();
        }
    }
}
