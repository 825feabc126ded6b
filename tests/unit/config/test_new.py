import runpy

import pytest

from searchapp.config.new import write_instance
from searchapp.config.settings import SETTINGS, SettingsError


def test_a_new_instance_has_a_configuration_that_can_be_read(tmp_path):
    config, readme = write_instance(tmp_path / "my-movies")
    found = {name: value for name, value in runpy.run_path(str(config)).items() if name.isupper()}
    assert found["TITLE"] == "My movies"
    assert found.keys() <= {setting.name for setting in SETTINGS}
    assert f"searchapp serve --instance {tmp_path / 'my-movies'}" in readme.read_text()


def test_the_commented_settings_are_settings(tmp_path):
    config, _ = write_instance(tmp_path / "a")
    lines = config.read_text().splitlines()
    on = [line.removeprefix("# ").removeprefix("#") if is_setting(line) else line for line in lines]
    config.write_text("\n".join(on))
    found = {name: value for name, value in runpy.run_path(str(config)).items() if name.isupper()}
    assert {"BASE_URL", "CACHE_MAX_AGE", "BACKEND", "ES_URL"} <= found.keys() <= {one.name for one in SETTINGS}


def is_setting(line):
    return line.startswith("# ") and line[2:].partition(" = ")[0].isupper() and " = " in line and "{" not in line


def test_a_folder_that_is_in_use_is_left_alone(tmp_path):
    (tmp_path / "config.py").write_text("TITLE = 'mine'")
    with pytest.raises(SettingsError, match="not an empty folder"):
        write_instance(tmp_path)
    with pytest.raises(SettingsError, match="not an empty folder"):
        write_instance(tmp_path / "config.py")
    assert (tmp_path / "config.py").read_text() == "TITLE = 'mine'"
