import type { Form } from '@bindery/sdk'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { plainName, useSaid } from './use-form.ts'
import { policyWords } from './words.ts'

/** The names and values of fields as the product calls them. */
export function useFields(form: Form | undefined) {
  const words = useWords(policyWords)
  const said = useSaid()
  const money = useMoney()
  const { day } = useMoments()
  const own: Readonly<Record<string, string>> = {
    first_name: words.firstName,
    last_name: words.lastName,
    email: words.email,
  }
  const textsOf = (field: string) => form?.checkout.fields.find(({ name }) => name === field)

  function label(field: string, labels: Readonly<Record<string, string>> = {}): string {
    return own[field] ?? said(textsOf(field)?.label ?? labels, plainName(field))
  }

  function value(field: string, one: unknown): string {
    const texts = textsOf(field)
    if (one === null || one === undefined || one === '') return words.none
    const choice = texts?.choices.find((listed) => listed.value === plainText(one))
    if (choice !== undefined) return said(choice.label, plainText(one))
    if (typeof one === 'boolean') return one ? words.yes : words.no
    if (typeof one === 'number') {
      if (texts?.money === true) return money(one, form?.currency ?? 'eur')
      return one.toLocaleString()
    }
    if (typeof one === 'string') return /^\d{4}-\d\d-\d\d$/.test(one) ? day(one) : one
    if (Array.isArray(one)) return one.map((each) => value(field, each)).join(', ')
    const [first] = Object.values(dataIn(one)).filter((each) => typeof each === 'string')
    return first ?? JSON.stringify(one)
  }

  return { label, value }
}

/** An entry of a dataset stands with its content. */
function dataIn(one: object): object {
  const data: unknown = Reflect.get(one, 'data')
  return typeof data === 'object' && data !== null ? data : one
}

function plainText(one: unknown): string {
  return typeof one === 'string' ? one : JSON.stringify(one)
}
