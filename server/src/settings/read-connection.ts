import { type Connection, type Host, nameOf } from './database-host.ts'

const portDefault = 5432
const portMax = 65_535
const hostsMax = 16
/** What libpq calls the search for a primary; any other kind of search is not ours to do. */
const primaryModes: readonly (string | null)[] = [null, 'read-write', 'primary']

export type ReadConnection =
  | { readonly connection: Connection; readonly problems?: undefined }
  | { readonly problems: readonly string[]; readonly connection?: undefined }

/** The address of standbys: each of its hosts is read from by itself. */
export function readStandbys(setting: string, url: string): ReadConnection {
  const isSearch = /[?&]target_session_attrs=/.test(url)
  if (isSearch) return { problems: [`${setting}: leave out target_session_attrs.`] }
  return readConnection(setting, url)
}

/**
 * Reads an address such as `postgres://user:password@a:5432,b:5433/bindery`, or with the hosts in
 * its query, as `?host=a,b&port=5432,5433`. One host is left to the driver.
 */
export function readConnection(setting: string, url: string): ReadConnection {
  const [, scheme = '', login = '', authority = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)((?:[^/?#]*)@)?([^/?#@]*)([^]*)$/.exec(url) ?? []
  if (scheme === '') {
    const example = 'postgres://user:password@host:5432/bindery'
    return { problems: [`${setting} must begin with postgres://, for example ${example}.`] }
  }
  const [path = '', search = ''] = rest.split('?', 2)
  const query = new URLSearchParams(search)
  const inQuery = query.get('host')
  const isList = authority.includes(',') || inQuery?.includes(',') === true
  if (!isList) return { connection: { connectionString: url } }
  const { hosts, problems } =
    inQuery === null ? readAuthority(authority) : readQuery(inQuery, query.get('port') ?? '')
  if (!primaryModes.includes(query.get('target_session_attrs'))) {
    problems.push('target_session_attrs must be read-write: the platform writes')
  }
  if (hosts.length > hostsMax) problems.push(`it lists ${hosts.length} hosts, at most ${hostsMax}`)
  const names = hosts.map(nameOf)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) problems.push(`it lists ${twice} twice`)
  if (problems.length > 0) return { problems: problems.map((one) => `${setting}: ${one}.`) }
  for (const name of ['host', 'port', 'target_session_attrs']) query.delete(name)
  const left = query.size === 0 ? '' : `?${query}`
  return { connection: { connectionString: `${scheme}${login}localhost${path}${left}`, hosts } }
}

interface ReadHosts {
  readonly hosts: readonly Host[]
  readonly problems: string[]
}

function readAuthority(authority: string): ReadHosts {
  const problems: string[] = []
  const hosts = authority.split(',').map((one) => {
    const [, bracketed, plain = '', port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(one) ?? []
    return readHost(bracketed ?? decodeURIComponent(plain), port ?? '', problems)
  })
  return { hosts, problems }
}

function readQuery(hostList: string, portList: string): ReadHosts {
  const problems: string[] = []
  const names = hostList.split(',')
  const ports = portList.split(',')
  if (ports.length !== 1 && ports.length !== names.length) {
    problems.push(`it lists ${names.length} hosts and ${ports.length} ports`)
  }
  const hosts = names.map((name, at) =>
    readHost(name, (ports.length === 1 ? ports[0] : ports[at]) ?? '', problems),
  )
  return { hosts, problems }
}

function readHost(host: string, port: string, problems: string[]): Host {
  const number = port === '' ? portDefault : Number(port)
  if (host === '') problems.push('one of its hosts has no name')
  if (!Number.isInteger(number) || number < 1 || number > portMax) {
    problems.push(`the port of ${host} must be a whole number from 1 to ${portMax}, not "${port}"`)
  }
  return { host, port: number }
}
