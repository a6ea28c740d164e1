import { type Static, Type } from 'typebox'
import { text } from './schema.ts'

export const smallRecordSchema = Type.Object(
  { id: text('Its id.'), name: text('Its name.') },
  { $id: 'SmallRecord', description: 'What stands behind a link: its id and its name.' },
)
export type SmallRecord = Static<typeof smallRecordSchema>
