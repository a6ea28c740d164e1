const RealDate = Date
let shownMs = 0

/**
 * The only clock a template can see shows the document's own day, so that a document rendered again is
 * the same document. Typst asks for the time through `Date`.
 */
export function showDay(day: string): void {
  shownMs = RealDate.parse(`${day}T00:00:00Z`)
}

class DocumentDate extends RealDate {
  constructor(...given: [] | [number]) {
    super(given[0] ?? shownMs)
  }

  static override now(): number {
    return shownMs
  }
}

export function stopTheClock(): void {
  globalThis.Date = DocumentDate as DateConstructor // Typst only makes dates and asks for now.
}
