import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeDataset } from '../../output/datasets.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

export const listedBy = 'List the datasets with: bindery dataset list'

export function addDatasetShow(dataset: Command): void {
  addCommand(dataset, 'show <dataset>', {
    summary: 'Show a dataset: its fields with their types, languages and access',
    details: 'Name the dataset by its key or id.',
    examples: ['bindery dataset show companies'],
  }).action(action(show))
}

async function show({ output, server }: Work<object>, key: string): Promise<void> {
  const { client } = await server()
  const found = await ifNotFound(client.manage.datasets.get(key), listedBy)
  output.show(found, (paint) => describeDataset(found, paint))
}
