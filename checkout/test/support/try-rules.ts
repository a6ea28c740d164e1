import { listRules } from '../../../rules/src/guide/index.ts'
import { errorsOf } from '../../../rules/src/test-product.ts'

/** What every example of every rule comes to, wherever this runs. */
export function tryRules() {
  return listRules().flatMap(({ examples }) =>
    examples.flatMap(({ rules, beside = {}, passes, fails }) => {
      const others = Object.fromEntries(Object.keys(beside).map((name) => [`data.${name}`, '']))
      const definition = { ...others, 'data.value': rules }
      return [...passes, ...fails].map((value) => ({
        rules,
        value,
        errors: errorsOf(definition, { data: { ...beside, value } }),
      }))
    }),
  )
}
