interface Right {
  readonly allowed: boolean
  readonly code: string | null
}

/** Whether an act can be begun: alone, or by asking a second person at its end. */
export function mayBegin({ allowed, code }: Right): boolean {
  return allowed || code === 'second_person_required'
}
