import { type FieldRule, growTree } from './field-tree.ts'
import { writeMembers } from './type-of-field.ts'

/** What quote.json of a product folder holds, as far as types need it. */
export interface QuoteRules {
  readonly quote: readonly FieldRule[]
}

/** What fields.json of a product folder holds, as far as types need it. */
export interface FieldDefinition {
  readonly definition: { readonly policy: readonly FieldRule[] }
}

export interface TypesOptions {
  /** Goes before the names of the interfaces, for several products in one program: `Cyber`. */
  readonly prefix?: string
  /** The product and version, for the comment at the top. */
  readonly product?: string
}

/**
 * TypeScript source with the interfaces `QuoteData` and `PolicyData` of a product: what its rules
 * want in the `data` of a quote and of an offer.
 */
export function typesFromRules(
  quoteRules: QuoteRules,
  fieldDefinition: FieldDefinition,
  { prefix = '', product }: TypesOptions = {},
): string {
  const of = product === undefined ? '' : ` of ${product.replaceAll(/\s+/g, ' ')}`
  return [
    `// Written from the rules${of}: change those, not this file.\n`,
    writeInterface(`${prefix}QuoteData`, 'The `data` of a quote.', quoteRules.quote),
    writeInterface(
      `${prefix}PolicyData`,
      'The `data` of an offer.',
      fieldDefinition.definition.policy,
    ),
  ].join('\n')
}

/** Fields elsewhere, such as `first_name`, are members of the request and typed there. */
function writeInterface(name: string, about: string, fields: readonly FieldRule[]): string {
  const members = writeMembers(growTree(fields.filter(({ path }) => path === 'data')), '  ')
  if (members === '') return `/** ${about} */\nexport type ${name} = Record<string, unknown>\n`
  return `/** ${about} */\nexport interface ${name} {\n${members}}\n`
}
