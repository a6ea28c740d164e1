import type { ShownCall } from './shown-call.ts'
import type { World } from '../world.ts'
import { partsOf, text } from './as-text.ts'
import { commandForms } from './command-forms.ts'

/** Null where there is no command, or none that says all of the call. */
export function asCommand(call: ShownCall, mode: World['mode']): string | null {
  const form = commandForms[call.id]
  if (form === undefined) return null
  const { params = {}, query = {}, body } = partsOf(call)
  const isFile = form.file !== undefined
  const { limit: _limit, ...given } = { ...params, ...query, ...(isFile ? {} : Object(body)) }
  const words = ['npx bindery', form.words]
  for (const [name, value] of Object.entries<unknown>(given)) {
    const option = form.options?.[name]
    const isOwn = form.without?.includes(name) === true
    if (value === undefined || value === null || value === false || isOwn) continue
    if (form.arguments?.includes(name) === true) words.push(shellWord(text(value)))
    else if (option === undefined) return null
    else words.push(value === true ? option : `${option} ${shellWord(text(value))}`)
  }
  const command = `BINDERY_KEY=sk_${mode}_… ${words.join(' ')}`
  // What stands in a file for people comes through a pipe here, so that it can be copied as one.
  return isFile ? `echo ${shellWord(text(body))} | ${command} ${form.file} -` : command
}

function shellWord(word: string): string {
  return /^[\w.:@/-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
