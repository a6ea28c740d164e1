import { Type } from 'typebox'
import { Refusal } from '../../kernel/index.ts'
import { loadBook } from '../../management/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { refused } from '../wire/error-example.ts'
import { flag, named } from '../wire/schema.ts'
import { managementErrors } from './errors.ts'

const policiesMax = 10_000_000
const policiesAtOnceMax = 50_000

export const loadBookBody = Type.Object(
  {
    from: Type.Integer({
      minimum: 0,
      maximum: policiesMax - 1,
      description: 'The number of the first policy; they count from 0.',
    }),
    count: Type.Integer({
      minimum: 1,
      maximum: policiesAtOnceMax,
      description: 'How many to make.',
    }),
    is_last: Type.Optional(flag('True for the last part, so that searches are planned well.')),
  },
  { $id: 'LoadBook', examples: [{ from: 0, count: 20, is_last: true }] },
)
export const loadedBookSchema = Type.Object(
  { loaded: Type.Integer({ description: 'How many of them were not there yet.' }) },
  {
    $id: 'LoadedBook',
    description: 'A part of a synthetic book.',
    examples: [{ loaded: 20 }],
  },
)

const benchOff = 'This server makes no synthetic books: start it with BENCH=on.'

const loadBookErrors = [
  refused(
    'validation_failed',
    'invalid_member',
    'Members of the body are missing or not as described.',
    'Data validation failed.',
    [
      { code: 'required', field: 'from', rules: ['required'] },
      { code: 'invalid_value', field: 'count', rules: ['max'] },
    ],
  ),
  refused(
    'validation_failed',
    'live_mode',
    'The key is for live mode.',
    'A synthetic book takes a key for test mode.',
  ),
  refused(
    'validation_failed',
    'real_policies',
    'The server has real policies, which are not to be mixed with synthetic ones.',
    'Something was sold on this server already. Load a synthetic book into an empty one.',
  ),
  refused('not_found', 'bench_off', 'The server was not started for benchmarks.', benchOff),
]

export function addLoadBook(app: App, deps: HttpDeps, isOn: boolean): void {
  app.post(
    '/manage/bench/policies',
    {
      config: { access: 'manage', isRepeatable: true },
      schema: {
        operationId: 'loadBook',
        summary: 'Load a part of a synthetic book',
        description:
          'Policies, quotes and payments to measure on, the same every time: policy number n is ' +
          'made once, however often it is asked for. Only in test mode, only on a server that was ' +
          'started with `BENCH=on`, and only where nothing was ever sold.',
        tags: ['Management'],
        body: named(loadBookBody),
        response: { 200: named(loadedBookSchema), ...managementErrors(...loadBookErrors) },
      },
    },
    async (request) => {
      if (!isOn) throw new Refusal('not_found', benchOff)
      const { from, count, is_last: isLast = false } = request.body
      return { loaded: await loadBook(deps, callerOf(request), { from, count, isLast }) }
    },
  )
}
