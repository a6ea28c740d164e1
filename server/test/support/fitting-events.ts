import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { Client } from 'pg'
import { inject } from 'vitest'
import { type EventType, eventForms } from '../../src/events/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import type { TestDatabase } from './database.ts'

interface Recorded {
  readonly type: EventType
  readonly data: JsonObject
}

const ajv = addFormats.default(new Ajv2020())
const validators = new Map<EventType, ValidateFunction>()

/** What is wrong with events that a story has left: all are to have the form of their type. */
export async function misfitsIn(connection: TestDatabase['connection']): Promise<string[]> {
  // Who may enter whatever a story has done to the database, such as closing it.
  const client = new Client({ ...inject('testServer').superuser, database: connection.database })
  await client.connect()
  try {
    const { rows } = await client.query<Recorded>(
      'select distinct type, data from events where data_version > 0',
    )
    return rows.flatMap(misfitOf)
  } finally {
    await client.end()
  }
}

export function misfitOf({ type, data }: Recorded): string[] {
  const validate = validators.get(type) ?? ajv.compile(eventForms[type].data)
  validators.set(type, validate)
  if (validate(data)) return []
  return [`${type} ${JSON.stringify(data)}: ${ajv.errorsText(validate.errors)}`]
}
