import { createRequire } from 'node:module'
import { passwordTooCommon, passwordTooLong, passwordTooShort } from '../reasons.ts'

const lengthMin = 12
const lengthMax = 256

let common: ReadonlySet<string> | null = null

/** Half a megabyte, which only those who choose a password need. */
function commonPasswords(): ReadonlySet<string> {
  const load = createRequire(import.meta.url)
  common ??= new Set(load('@zxcvbn-ts/language-common/src/passwords.json') as string[]) // So its types say.
  return common
}

/**
 * Long enough, and neither a common password nor one with digits and signs around it, nor the
 * person's own name. There are no rules about kinds of characters: they make people write passwords
 * down.
 */
export function assertPasswordChosenWell(
  password: string,
  person: { readonly email: string; readonly name: string },
): void {
  const characters = Array.from(password.normalize('NFKC'))
  if (characters.length < lengthMin) throw passwordTooShort(lengthMin)
  if (characters.length > lengthMax) throw passwordTooLong(lengthMax)
  const plain = characters.join('').toLowerCase()
  const core = plain.replace(/^[\d\s\p{P}\p{S}]+|[\d\s\p{P}\p{S}]+$/gu, '')
  const own = [person.email, ...person.email.split('@'), ...person.name.split(/\s+/), 'bindery']
  const isKnown = [plain, core].some((text) => commonPasswords().has(text))
  const isOwn = own.some((text) => text.length > 2 && core === text.toLowerCase())
  const isRepeated = new Set(characters).size < lengthMin / 3
  if (core === '' || isKnown || isOwn || isRepeated) throw passwordTooCommon()
}
