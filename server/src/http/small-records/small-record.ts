import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId, text } from '../wire/schema.ts'

export const smallRecordSchema = Type.Object(
  { id: text('Its id.'), name: text('Its name.') },
  { $id: 'SmallRecord', description: 'The id and name of a linked resource.' },
)
export type SmallRecord = Static<typeof smallRecordSchema>

/** A resource that offers and policies link to. */
export function linkEndSchema(what: 'Distributor' | 'Item' | 'Touchpoint', example: SmallRecord) {
  const word = what.toLowerCase()
  return {
    operationId: `show${what}`,
    summary: `View ${what === 'Item' ? 'an' : 'a'} ${word}`,
    description: `The target of the link \`${word}\` of an offer or policy.`,
    tags: ['Links'],
    params: Type.Object({ id: pathId(`The ${word}.`, example.id) }),
    response: { 200: exampled(named(smallRecordSchema), 'The id and the name.', example) },
  }
}

export function viewSmallRecord({ id, name }: SmallRecord): SmallRecord {
  return { id, name }
}
