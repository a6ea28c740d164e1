/** What a workbook may hold. Together these bound the time and memory that reading it takes. */
export interface WorkbookLimits {
  readonly fileBytesMax: number
  readonly zipEntriesMax: number
  /** All parts of the file together, unpacked. */
  readonly inflatedBytesMax: number
  /** How many times larger than packed a part of more than a mebibyte may be. */
  readonly inflationRatioMax: number
  readonly sheetsMax: number
  /** The last row of a sheet that may hold anything. */
  readonly rowsMax: number
  /** Cells with a formula or a value, of all sheets together. */
  readonly cellsMax: number
  readonly sharedStringsMax: number
  readonly textCharactersMax: number
  readonly formulaCharactersMax: number
  /** All texts and formulas together, each written out in its cell. */
  readonly charactersMax: number
  readonly namesMax: number
  readonly linksMax: number
  /** Rules about what may be typed into cells, and the ranges that they hold for, of all sheets. */
  readonly validationsMax: number
}

export const workbookLimits: WorkbookLimits = {
  fileBytesMax: 16 * 1024 * 1024,
  zipEntriesMax: 2000,
  inflatedBytesMax: 64 * 1024 * 1024,
  inflationRatioMax: 200,
  sheetsMax: 100,
  rowsMax: 100_000,
  cellsMax: 250_000,
  sharedStringsMax: 500_000,
  textCharactersMax: 32_767,
  formulaCharactersMax: 8192,
  charactersMax: 32_000_000,
  namesMax: 5000,
  linksMax: 500,
  validationsMax: 10_000,
}
