import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { superuser } from '@bindery/server/src/database/embedded/create-cluster.ts'
import { stringify, parse } from 'yaml'

const guide = fileURLToPath(new URL('../../docs/guides/high-availability.md', import.meta.url))

export interface NodeSettings {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly etcdPort: number
  readonly folder: string
  readonly dataDir: string
  readonly binaries: string
}

/** The configuration of the guide, with what every node needs beside it: names, ports and folders. */
export async function configurationOf(node: NodeSettings): Promise<string> {
  const { dcs } = (await guideConfiguration()).bootstrap
  const everywhere = '127.0.0.1'
  const trusted = ['local all all trust', `host all all ${everywhere}/32 trust`]
  return stringify({
    scope: 'bindery',
    name: node.name,
    restapi: {
      listen: `${everywhere}:${node.restPort}`,
      connect_address: `${everywhere}:${node.restPort}`,
    },
    etcd3: { host: `${everywhere}:${node.etcdPort}` },
    bootstrap: { dcs, initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'] },
    postgresql: {
      listen: `${everywhere}:${node.port}`,
      connect_address: `${everywhere}:${node.port}`,
      data_dir: node.dataDir,
      bin_dir: node.binaries,
      pgpass: `${node.folder}/${node.name}.pgpass`,
      use_unix_socket: false,
      basebackup: { checkpoint: 'fast' },
      authentication: {
        superuser: { username: superuser, password: 'superuser' },
        replication: { username: 'replicator', password: 'replicator' },
        rewind: { username: 'rewinder', password: 'rewinder' },
      },
      parameters: { unix_socket_directories: node.folder },
      pg_hba: [...trusted, `host replication all ${everywhere}/32 trust`],
    },
  })
}

interface GuideConfiguration {
  readonly bootstrap: { readonly dcs: object }
}

async function guideConfiguration(): Promise<GuideConfiguration> {
  const [, text] = /^## Patroni\n.*?```yaml\n(.*?)^```$/ms.exec(await readFile(guide, 'utf8')) ?? []
  if (text === undefined) throw new Error(`${guide} has no configuration of Patroni`)
  return parse(text) as GuideConfiguration // Our own; Patroni refuses what it does not know.
}
