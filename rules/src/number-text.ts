const numberShape = /^-?\d+(?:\.\d+)?$/

/** A number as rule strings write it; digits beyond what a double holds would be another number. */
export function isNumber(text: string): boolean {
  return numberShape.test(text) && Number.isFinite(Number(text))
}

export function isCount(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text))
}
