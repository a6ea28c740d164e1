import { Type } from 'typebox'

export const okSchema = Type.Object(
  { status: Type.Literal('ok', { description: 'Always `ok`.' }) },
  { $id: 'Ok', description: 'All is well.', examples: [{ status: 'ok' }] },
)
