import { describe, expect, it } from 'vitest'
import { readConnection } from './read-connection.ts'

const read = (url: string) => readConnection('DATABASE_URL', url)

describe('an address of the database', () => {
  it('with one host is left to the driver', () => {
    const url = 'postgres://u:p@db:6432/bindery?sslmode=require'
    expect(read(url)).toEqual({ connection: { connectionString: url } })
  })

  it.each([
    [
      'postgres://u:p%40x@a,b:5433/bindery?sslmode=require',
      'postgres://u:p%40x@localhost/bindery?sslmode=require',
    ],
    [
      'postgres://u:p%40x@/bindery?host=a,b&port=5432,5433&sslmode=require',
      'postgres://u:p%40x@localhost/bindery?sslmode=require',
    ],
    [
      'postgresql://a:5432,b:5433/bindery?target_session_attrs=read-write',
      'postgresql://localhost/bindery',
    ],
  ])('may list hosts: %s', (url, connectionString) => {
    expect(read(url)).toEqual({
      connection: {
        connectionString,
        hosts: [
          { host: 'a', port: 5432 },
          { host: 'b', port: 5433 },
        ],
      },
    })
  })

  it('may list folders of sockets and addresses by number', () => {
    expect(read('postgres://u@%2Ftmp%2Fa:1,[fd00::7]:2/x').connection?.hosts).toEqual([
      { host: '/tmp/a', port: 1 },
      { host: 'fd00::7', port: 2 },
    ])
  })

  it.each([
    ['mysql://a/b', 'must begin with postgres://'],
    ['postgres://a,,b/x', 'one of its hosts has no name'],
    ['postgres://a:99999,b/x', 'the port of a must be a whole number from 1 to 65535, not "99999"'],
    ['postgres://a,b,a/x', 'it lists a:5432 twice'],
    ['postgres:///x?host=a,b,c&port=1,2', 'it lists 3 hosts and 2 ports'],
    ['postgres://a,b/x?target_session_attrs=any', 'target_session_attrs must be read-write'],
    [
      `postgres://${Array.from({ length: 17 }, (_, n) => `h${n}`).join()}/x`,
      'it lists 17 hosts, at most 16',
    ],
  ])('is refused with the reason: %s', (url, reason) => {
    expect(read(url).problems?.join()).toContain(reason)
  })
})
