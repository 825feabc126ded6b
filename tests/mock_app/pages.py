"""A further page: how many genes each locus group has, asked of the same pipeline as the API."""

from flask import Blueprint, current_app, render_template

pages = Blueprint("groups", __name__, template_folder="templates")


@pages.get("/groups")
def groups():
    genes = current_app.extensions["searchapp"].item_types["gene"]
    found = genes.pipeline.search(item_type="gene", size=0, aggs=["locus_group"])
    return render_template("groups.html", groups=found["facets"]["locus_group"]["terms"])
