import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTrustedProxies } from '../../settings/index.ts'
import { clientAddress, countedAs } from './client-address.ts'

const { trusts } = readTrustedProxies('10.0.0.0/8, 192.168.1.7, fd00::/8')

const seen = (remoteAddress: string, forwarded?: string) =>
  clientAddress(
    {
      socket: { remoteAddress },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    } as Parameters<typeof clientAddress>[0], // It reads nothing else.
    trusts,
  )

describe('the address of a client', () => {
  it.each([
    ['is that of the connection', '203.0.113.9', undefined, '203.0.113.9'],
    ['is not what somebody untrusted says', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['is what a trusted proxy says', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['is read from the right', '10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['is behind all trusted hops', '10.1.2.3', '198.51.100.1, 192.168.1.7', '198.51.100.1'],
    ['stops at the first untrusted hop', '10.1.2.3', '1.1.1.1, 192.168.1.8', '192.168.1.8'],
    ['is the last one read before nonsense', '10.1.2.3', '1.1.1.1, junk, 10.9.9.9', '10.9.9.9'],
    ['is the proxy itself, which forwards nothing', '10.1.2.3', '', '10.1.2.3'],
    ['has no port', '10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
    ['has no brackets', 'fd00::1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['of IPv4 in IPv6 is the one of IPv4', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ])('%s', (_what, connection, forwarded, address) => {
    expect(seen(connection, forwarded)).toBe(address)
  })

  it('is never one that a client could have made up on the left', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.ipV4().filter((ip) => !trusts(ip)),
        (made, ip) => {
          expect(seen('10.0.0.1', `${made},${ip}`)).toBe(ip)
        },
      ),
    )
  })
})

describe('what is counted', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
    ['2001:0DB8:0000:0007:ffff:ffff:ffff:ffff', '2001:db8:0:7::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
  ])('for %s is %s', (address, counted) => {
    expect(countedAs(address)).toBe(counted)
  })

  it('is the same for every host of a /64, however it is written', () => {
    const group = fc.nat(0xff_ff)
    const written = (groups: number[]) => groups.map((one) => one.toString(16)).join(':')
    fc.assert(
      fc.property(fc.array(group, { minLength: 4, maxLength: 4 }), fc.ipV6(), (net, other) => {
        const hosts = [
          [0, 0, 0, 1],
          [0xff_ff, 1, 2, 3],
        ].map((host) => written([...net, ...host]))
        expect(new Set(hosts.map(countedAs)).size).toBe(1)
        expect(countedAs(other)).toMatch(/^(?:[0-9a-f]{1,4}:){4}:\/64$/)
      }),
    )
  })
})

describe('TRUSTED_PROXIES', () => {
  it.each(['10.0.0.0/33', '10.0.0', 'proxy.example.com', '::1/129', '10.0.0.0/8/8', '10.0.0.0/x'])(
    'does not take %s',
    (entry) => {
      expect(readTrustedProxies(`127.0.0.1,${entry}`).problems).toEqual([
        `"${entry}" is neither an address nor a range of addresses`,
      ])
    },
  )

  it('trusts nobody when it is empty', () => {
    const { trusts: trustsNobody, problems } = readTrustedProxies('')
    expect(problems).toEqual([])
    expect(trustsNobody('127.0.0.1')).toBe(false)
  })
})
