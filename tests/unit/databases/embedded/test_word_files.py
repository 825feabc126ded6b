import pytest

from searchapp.databases.embedded.word_files import with_words
from searchapp.loading.bad import LoadError


def test_the_lines_of_a_file_take_the_place_of_its_name(tmp_path):
    (tmp_path / "words.txt").write_text("# kinases\nkinase, phosphotransferase\n\n i-pod => ipod \n")
    settings = {
        "number_of_shards": 1,
        "analysis": {"filter": {"own": {"type": "synonym", "synonyms_path": "words.txt"}}},
        "analysis.analyzer.mine.stopwords_path": "words.txt",
    }
    lines = ["kinase, phosphotransferase", "i-pod => ipod"]
    assert with_words(settings, tmp_path) == {
        "number_of_shards": 1,
        "analysis": {"filter": {"own": {"type": "synonym", "synonyms": lines}}},
        "analysis.analyzer.mine.stopwords": lines,
    }


@pytest.mark.parametrize("name", ["nope.txt", "../words.txt", "/etc/passwd"])
def test_a_file_that_is_not_in_the_folder_is_refused(name, tmp_path):
    with pytest.raises(LoadError, match="synonyms_path"):
        with_words({"filter": {"synonyms_path": name}}, tmp_path)


def test_without_a_folder_there_are_no_files():
    with pytest.raises(LoadError, match="no instance folder"):
        with_words({"stopwords_path": "words.txt"}, None)
