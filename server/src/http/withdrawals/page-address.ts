import { wrongParameter } from '../query/reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'

/** Where the page of a product is, by its mode. */
export const address = {
  params: Type.Object({ productId: pathId('The product.', ids.product) }),
  querystring: Type.Object({
    mode: Type.Optional(
      Type.String({
        maxLength: 10,
        description: '`live` (the default) or `test`.',
        examples: ['test'],
      }),
    ),
  }),
}
const modeWanted = 'live or test'
export const wrongMode = wrongParameter.listed({
  label: 'mode',
  when: '`mode` is neither `live` nor `test`.',
  example: ['mode', modeWanted],
})

export function readMode(mode = 'live'): boolean {
  if (mode !== 'live' && mode !== 'test') throw wrongParameter('mode', modeWanted)
  return mode === 'live'
}
