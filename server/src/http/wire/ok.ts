import { Type } from './type.ts'

export const okSchema = Type.Object(
  { status: Type.Literal('ok', { description: 'Always `ok`.' }) },
  { $id: 'Ok', description: 'Success.', examples: [{ status: 'ok' }] },
)
