import type { ListShops } from '../pages/page-options.ts'
import { offlinePrefix } from './list-by-key.ts'
import { listByScan } from './list-by-scan.ts'

/** A client of the package `redis`; only this is called. Version 4 yields keys, version 5 lists of keys. */
export interface RedisKeys {
  scanIterator(options: { MATCH: string; COUNT: number }): AsyncIterable<string | readonly string[]>
}

/**
 * Lists shops from the keys of `@shopify/shopify-app-session-storage-redis`: each once. The keys are scanned once for a
 * run, in steps that do not block the server.
 *
 * @param client - a connected client of the package `redis`
 * @param prefix - the storage's `sessionKeyPrefix`. Default `shopify_sessions`
 *
 * @example
 * ```ts
 * import { listShopsFromRedis, type RedisKeys } from '@affiliate-platform/shopify-recipes'
 *
 * declare const client: RedisKeys
 * const listShops = listShopsFromRedis(client)
 * ```
 */
export function listShopsFromRedis(client: RedisKeys, prefix = 'shopify_sessions'): ListShops {
  const start = `${prefix}_${offlinePrefix}`
  return listByScan(async function* () {
    for await (const found of client.scanIterator({ MATCH: `${start}*`, COUNT: 1000 })) {
      for (const key of [found].flat()) if (key.startsWith(start)) yield key.slice(start.length)
    }
  })
}

/** A collection of the package `mongodb`; only this is called. */
export interface MongoSessions {
  find(
    filter: { id: RegExp },
    options: { projection: { _id: 0; id: 1 } },
  ): AsyncIterable<{ readonly id?: unknown }>
}

/**
 * Lists shops from the collection of `@shopify/shopify-app-session-storage-mongodb`: each once. It has no index on the
 * id, and is read through once for a run.
 *
 * @param collection - such as `client.db('app').collection('shopify_sessions')`
 *
 * @example
 * ```ts
 * import { listShopsFromMongoDb, type MongoSessions } from '@affiliate-platform/shopify-recipes'
 *
 * declare const collection: MongoSessions
 * const listShops = listShopsFromMongoDb(collection)
 * ```
 */
export function listShopsFromMongoDb(collection: MongoSessions): ListShops {
  return listByScan(async function* () {
    const found = collection.find({ id: new RegExp(`^${offlinePrefix}`) }, { projection: { _id: 0, id: 1 } })
    for await (const { id } of found) yield String(id).slice(offlinePrefix.length)
  })
}

/** What a `ScanCommand` of `@aws-sdk/client-dynamodb` takes here. */
export interface DynamoDbScan {
  readonly TableName: string
  readonly ProjectionExpression: string
  readonly FilterExpression: string
  readonly ExpressionAttributeValues: { ':prefix': { S: string } }
  readonly ExclusiveStartKey: { id: { S: string } } | undefined
}

interface DynamoDbItem {
  readonly id?: { readonly S?: string | undefined }
}

/** Sends one `ScanCommand`, and resolves to its output. */
export type SendDynamoDbScan = (input: DynamoDbScan) => Promise<{
  readonly Items?: readonly DynamoDbItem[] | undefined
  readonly LastEvaluatedKey?: DynamoDbItem | undefined
}>

/**
 * Lists shops from the table of `@shopify/shopify-app-session-storage-dynamodb`: each once. The table is scanned once for
 * a run; only ids leave the database.
 *
 * @param sendScan - such as `(input) => client.send(new ScanCommand(input))`
 * @param table - the storage's `sessionTableName`. Default `shopify_sessions`
 *
 * @example
 * ```ts
 * import { listShopsFromDynamoDb, type SendDynamoDbScan } from '@affiliate-platform/shopify-recipes'
 *
 * declare const sendScan: SendDynamoDbScan
 * const listShops = listShopsFromDynamoDb(sendScan)
 * ```
 */
export function listShopsFromDynamoDb(sendScan: SendDynamoDbScan, table = 'shopify_sessions'): ListShops {
  return listByScan(async function* () {
    let lastId: string | undefined
    do {
      const { Items = [], LastEvaluatedKey } = await sendScan({
        TableName: table,
        ProjectionExpression: 'id',
        FilterExpression: 'begins_with(id, :prefix)',
        ExpressionAttributeValues: { ':prefix': { S: offlinePrefix } },
        ExclusiveStartKey: lastId === undefined ? undefined : { id: { S: lastId } },
      })
      for (const { id } of Items) if (id?.S !== undefined) yield id.S.slice(offlinePrefix.length)
      lastId = LastEvaluatedKey?.id?.S
    } while (lastId !== undefined)
  })
}
