import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeDataset } from '../../output/datasets.ts'

export function addDatasetShow(dataset: Command): void {
  addCommand(dataset, 'show <dataset>', {
    summary: 'Show a dataset: its fields with their types, languages and access',
    details: 'The dataset is named by its key or its id.',
    examples: ['bindery dataset show companies'],
  }).action(action(show))
}

async function show({ output, server }: Work<object>, key: string): Promise<void> {
  const { client } = await server()
  const found = await client.manage.datasets.get(key)
  output.show(found, (paint) => describeDataset(found, paint))
}
