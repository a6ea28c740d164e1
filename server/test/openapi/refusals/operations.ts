import { sql } from '../../../src/database/index.ts'
import type { Troubled } from './calls.ts'
import type { Refusals, Stage } from './stage.ts'

/** How `/readyz` is brought to say no. */
export function operationsRefusals(stage: Stage, troubled: Troubled): Record<string, Refusals> {
  const { app, db } = stage.platform
  return {
    ready: {
      not_ready: () => troubled.cutOff.app.inject('/readyz'),
      draining: () => {
        void troubled.exhausted.app.draining.drain(0)
        return troubled.exhausted.app.inject('/readyz')
      },
      no_worker: () => app.inject('/readyz?for=work'),
      unknown_purpose: () => app.inject('/readyz?for=coffee'),
      reads_only: async () => {
        // All connections there are; those that are opened afterwards write again.
        await Promise.all(
          Array.from({ length: 20 }, () =>
            db.query(sql`select set_config('default_transaction_read_only', 'on', false)`),
          ),
        )
        return app.inject('/readyz')
      },
    },
  }
}
