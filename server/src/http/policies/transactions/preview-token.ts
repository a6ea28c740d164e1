import { Type } from '../../wire/type.ts'

/** Accepted by every policy transaction. */
export const previewToken = Type.Optional(
  Type.String({
    maxLength: 1000,
    description:
      'The token of a preview of this transaction. The amounts are then guaranteed to be ' +
      'those of the preview: otherwise the request is refused with 412, or the transaction ' +
      'fails if they change while it is carried out.',
  }),
)
