"""LibreOffice without a window: opens a workbook, sets cells, computes, reads cells."""

import datetime
import os
import re
import subprocess
import tempfile
import time
import zipfile

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.sheet.FormulaResult import STRING
from com.sun.star.table.CellContentType import EMPTY, TEXT

START_SECONDS_MAX = 60

# Codes of LibreOffice, as Excel writes them. 502, an invalid argument, has no single counterpart.
ERRORS = {
    502: None, 503: "#NUM!", 504: "#REF!", 508: "#NAME?", 511: "#NAME?", 519: "#VALUE!",
    521: "#NULL!", 524: "#REF!", 525: "#NAME?", 532: "#DIV/0!", 32767: "#N/A",
}  # fmt: skip


class Office:
    def __enter__(self):
        self.home = tempfile.TemporaryDirectory()
        pipe = f"workbooks{os.getpid()}"
        self.process = subprocess.Popen(
            ["soffice", "--headless", "--norestore", f"--accept=pipe,name={pipe};urp;",
             f"-env:UserInstallation=file://{self.home.name}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.desktop = connect(pipe)
        return self

    def __exit__(self, *_):
        self.desktop.terminate()
        self.process.wait()
        self.home.cleanup()

    def open(self, path):
        hidden = PropertyValue("Hidden", 0, True, 0)
        url = uno.systemPathToFileUrl(os.path.abspath(path))
        return self.desktop.loadComponentFromURL(url, "_blank", 0, (hidden,))


def connect(pipe):
    local = uno.getComponentContext()
    create = local.ServiceManager.createInstanceWithContext
    resolver = create("com.sun.star.bridge.UnoUrlResolver", local)
    deadline = time.monotonic() + START_SECONDS_MAX
    while True:
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        except NoConnectException:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.5)


def set_cell(cell, value):
    """Sets a cell as a person would, without the look of a truth value that stood there before."""
    cell.NumberFormat = 0
    if value is None or value == "":
        cell.setFormula("")
    elif isinstance(value, bool):
        cell.setFormula("=TRUE()" if value else "=FALSE()")
    elif isinstance(value, (int, float)):
        cell.setValue(float(value))
    elif re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        cell.setValue(float((datetime.date.fromisoformat(value) - datetime.date(1899, 12, 30)).days))
    else:
        cell.setString(value)


def read_cell(cell):
    if cell.Type == EMPTY:
        return None
    if cell.Type == TEXT or cell.FormulaResultType2 == STRING:
        return cell.String
    if cell.getError():
        return {"error": ERRORS.get(cell.getError())}
    if cell.String in ("TRUE", "FALSE"):
        return cell.String == "TRUE"
    return int(cell.Value) if cell.Value.is_integer() and abs(cell.Value) < 1e15 else cell.Value


def cell_at(doc, place):
    """The cell of a place such as Calc!B12."""
    sheet, address = place.rsplit("!", 1)
    return doc.Sheets.getByName(sheet).getCellRangeByName(address)


def replace_formulas(source, target, formulas):
    """Copies a workbook with other formulas in some cells, by their place, spelled as in files."""
    with zipfile.ZipFile(source) as before, zipfile.ZipFile(target, "w") as after:
        sheets = sheet_names(before)
        for info in before.infolist():
            content = before.read(info)
            for place, formula in formulas.items():
                sheet, address = place.rsplit("!", 1)
                if sheets.get(info.filename) != sheet:
                    continue
                shape = rf'(<c r="{address}"[^>]*><f[^>]*>)[^<]*(</f>)'
                content = re.sub(shape, lambda m: m[1] + escaped(formula) + m[2], content.decode()).encode()
            after.writestr(info.filename, content)


def sheet_names(workbook):
    """The name of each sheet by the path of its part."""
    book = workbook.read("xl/workbook.xml").decode()
    relations = workbook.read("xl/_rels/workbook.xml.rels").decode()
    paths = {}
    for relation in re.findall(r"<Relationship [^>]*>", relations):
        target = re.search(r'Target="(?:/xl/)?([^"]+)"', relation)[1]
        paths[re.search(r'\bId="([^"]+)"', relation)[1]] = f"xl/{target}"
    sheets = re.findall(r'<sheet [^>]*name="([^"]+)"[^>]*r:id="([^"]+)"', book)
    return {paths[relation]: name for name, relation in sheets}


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
