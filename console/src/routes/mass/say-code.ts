import { useWords } from '../../words/language.ts'
import { reasonWords } from '../policy/acts/reason-words.ts'
import { plainName } from '../policy/use-form.ts'

/** Why a policy was left out, as far as there are words for its code. */
export function useSayCode(): (code: string) => string {
  const { codes } = useWords(reasonWords)
  return (code) => codes[code] ?? plainName(code)
}
