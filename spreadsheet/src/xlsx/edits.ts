/** A piece of a text to be replaced; an insertion replaces nothing. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The text with all edits made; they come in order and do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let at = 0
  for (const edit of edits) {
    pieces.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  pieces.push(text.slice(at))
  return pieces.join('')
}
