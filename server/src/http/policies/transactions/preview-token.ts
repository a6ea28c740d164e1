import { Type } from 'typebox'

/** What every order may name. */
export const previewToken = Type.Optional(
  Type.String({
    maxLength: 1000,
    description:
      'Of a preview of this order: it then comes to exactly the amounts of the preview, or is refused ' +
      'with 412, or fails where they change while it is being carried out.',
  }),
)
