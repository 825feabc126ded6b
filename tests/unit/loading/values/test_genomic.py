"""Files of variants and features, whose columns hold several values."""

from searchapp.loading.bad import BadLines
from searchapp.loading.input import Input

HEADER = """##fileformat=VCFv4.2
##INFO=<ID=DP,Number=1,Type=Integer,Description="Depth, of all reads">
##INFO=<ID=AF,Number=A,Type=Float,Description="Frequency">
##INFO=<ID=DB,Number=0,Type=Flag,Description="In dbSNP">
##INFO=<ID=GENE,Number=1,Type=String,Description="">
##FORMAT=<ID=GT,Number=1,Type=String,Description="Genotype">
##FORMAT=<ID=GQ,Number=1,Type=Integer,Description="Quality">
#CHROM	POS	ID	REF	ALT	QUAL	FILTER	INFO	FORMAT	NA.1
"""


def documents(tmp_path, content, name="a.vcf"):
    (tmp_path / name).write_text(content)
    files = Input([str(tmp_path / name)], "@number", BadLines())
    return [record.document for record in files.records("reading", files.on_bad)], files


def test_the_values_of_info_and_samples_are_fields_of_the_declared_types(tmp_path):
    line = "1\t100\trs1;rs2\tA\tT,C\t.\tPASS\tDP=14;AF=0.5,.;GENE=a%3Bb;DB;X=1,2\tGT:GQ\t0/1:48\n"
    [found], files = documents(tmp_path, HEADER + line)
    assert found == {
        "_id": "1",
        "variant": "1-100-A-T,C",
        "CHROM": "1",
        "POS": "100",
        "ID": ["rs1", "rs2"],
        "REF": "A",
        "ALT": ["T", "C"],
        "FILTER": "PASS",
        "INFO": {"DP": 14, "AF": 0.5, "GENE": "a;b", "DB": True, "X": ["1", "2"]},
        "NA_1": {"GT": "0/1", "GQ": 48},
    }
    assert files.about()["_field_notes"] == {
        "INFO.DP": "Depth, of all reads",
        "INFO.AF": "Frequency",
        "INFO.DB": "In dbSNP",
        "NA_1.GT": "Genotype",
        "NA_1.GQ": "Quality",
    }


def test_points_are_no_values_and_a_long_header_is_read(tmp_path):
    header = HEADER.replace("#CHROM", "##contig=<ID=1>\n" * 6000 + "#CHROM")
    [found], _ = documents(tmp_path, header + "1\t100\t.\tA\t.\t.\t.\t.\tGT:GQ\t.:.\n")
    assert found == {"_id": "1", "variant": "1-100-A", "CHROM": "1", "POS": "100", "REF": "A"}


def test_many_samples_stay_texts(tmp_path):
    samples = "\t".join(f"S{n}" for n in range(13))
    header = HEADER.replace("NA.1", samples)
    [found], _ = documents(tmp_path, header + "1\t1\t.\tA\tT\t.\t.\t.\tGT" + "\t0/1" * 13 + "\n")
    assert (found["FORMAT"], found["S12"]) == ("GT", "0/1")


def test_a_value_of_another_type_than_declared_stays_a_text(tmp_path):
    [found], _ = documents(tmp_path, HEADER + "1\t1\t.\tA\tT\t.\t.\tDP=many\tGT\t0/1\n")
    assert found["INFO"] == {"DP": "many"}


def test_the_attributes_of_features_are_fields(tmp_path):
    start = "chr1\tx\tgene\t5\t9\t.\t+\t.\t"
    [gff], _ = documents(tmp_path, f"{start}ID=g1;Alias=a,b;Note=x%3By z;v.1=2\n", "a.gff3")
    assert gff["attributes"] == {"ID": "g1", "Alias": ["a", "b"], "Note": "x;y z", "v_1": "2"}
    [gtf], _ = documents(tmp_path, f'{start}gene_id "g1"; tag "a; b"; tag "c"; level 2;\n', "a.gtf")
    assert gtf["attributes"] == {"gene_id": "g1", "tag": ["a; b", "c"], "level": "2"}
    [other], _ = documents(tmp_path, f"{start}free text\n", "b.gff")
    assert other["attributes"] in ("free text", {"free": "text"})


def test_values_are_called_as_the_header_calls_them(tmp_path):
    _, files = documents(tmp_path, HEADER + "1\t1\t.\tA\tT\t.\t.\tDP=1\tGT\t0/1\n")
    assert (files.headings["INFO.DP"], files.headings["NA_1.GT"]) == ("DP", "NA_1: GT")
