/** What a formula file may hold. Together these bound the time and memory of a calculation. */
export const fileBytesMax = 1_048_576
export const tableBytesMax = 16_777_216
export const tablesMax = 100
export const tableRowsMax = 100_000
export const tableColumnsMax = 256
export const tableCellsMax = 1_000_000
export const inputsMax = 500
export const variablesMax = 500
export const stepsMax = 1000
export const knockoutsMax = 500
export const outputsMax = 500
/** Files with more mistakes have one cause for many. */
export const problemsMax = 100
