import { type Static, Type } from 'typebox'
import { exampled } from '../wire/exampled.ts'
import { named, pathId, text } from '../wire/schema.ts'

export const smallRecordSchema = Type.Object(
  { id: text('Its id.'), name: text('Its name.') },
  { $id: 'SmallRecord', description: 'What stands behind a link: its id and its name.' },
)
export type SmallRecord = Static<typeof smallRecordSchema>

/** The end of a link that offers and policies carry. */
export function linkEndSchema(what: 'Distributor' | 'Item' | 'Touchpoint', example: SmallRecord) {
  const word = what.toLowerCase()
  return {
    operationId: `show${what}`,
    summary: `View ${what === 'Item' ? 'an' : 'a'} ${word}`,
    description: `Where the link \`${word}\` of an offer or policy leads.`,
    tags: ['Links'],
    params: Type.Object({ id: pathId(`The ${word}.`, example.id) }),
    response: { 200: exampled(named(smallRecordSchema), 'Its id and its name.', example) },
  }
}

export function viewSmallRecord({ id, name }: SmallRecord): SmallRecord {
  return { id, name }
}
