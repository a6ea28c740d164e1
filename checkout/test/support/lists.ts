import type { FileChanges } from '@bindery/server/test/builders/draft.ts'

const rider = (name: string, validation: string) => ({ name, path: 'data', validation })

/** Who rides a bike, one to three of them; and what is mounted on it. */
const riders = [
  rider('riders', 'array|required|max:3'),
  rider('riders.*.name', 'string|required|max:60'),
  rider('riders.*.had_theft', 'boolean|required'),
  rider('riders.*.thefts', 'integer|min:1|max:9|required_if:data.riders.*.had_theft,true'),
  rider('extras', 'array|in:lights,lock,trailer'),
  rider('no_claims_discount', 'numeric|min:0|max:0.5'),
]
const engravings = [
  rider('engravings', 'array|max:3'),
  rider('engravings.*', 'string|alnum_dash|min:3|distinct'),
]

interface Rules {
  readonly quote: readonly object[]
  readonly quote_patch: readonly object[]
}
interface Fields {
  readonly definition: { readonly policy: readonly object[] }
}

/** Lets a product ask for lists, beside what it asks for already. */
export const withLists = {
  'quote.json': (text) => {
    const rules = JSON.parse(text) as Rules
    const add = (listed: readonly object[]) => [...listed, ...riders]
    const [quote, patch] = [add(rules.quote), add(rules.quote_patch)]
    return JSON.stringify({ ...rules, quote, quote_patch: patch })
  },
  'fields.json': (text) => {
    const fields = JSON.parse(text) as Fields
    const policy = [...fields.definition.policy, ...engravings]
    return JSON.stringify({ ...fields, definition: { policy } })
  },
} satisfies FileChanges

/** What customers read of them. */
export const listLabels = `
  riders:
    label: { de: Wer fährt?, fr: Qui roule ? }
    help: { de: Alle ab 14 Jahren., fr: Dès 14 ans. }
    entry: { de: Person, fr: Personne }
  'riders.*.name': { label: { de: Name, fr: Nom } }
  'riders.*.had_theft': { label: { de: Schon bestohlen worden?, fr: Déjà victime d’un vol ? } }
  'riders.*.thefts': { label: { de: Wie oft?, fr: Combien de fois ? } }
`
