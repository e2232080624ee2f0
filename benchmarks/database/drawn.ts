/** When the data begins. It covers two years. */
export const startOfTime = `timestamptz '2024-01-01T00:00:00Z'`

/** A uuidv7 that follows from a time and a name: ids rise with time, and programs rely on it. */
export const toTimedId = (time: string, name: string): string => `(
  lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '7' || right(md5(${name}), 19)
)::uuid`

/**
 * Records of two years in the order of time, as they arise, each with its app and a member of it. The statement's values:
 * how many, and the shares of the apps.
 */
export const drawn = `
  (
    select
      number,
      abs(hashint8extended(number, 1) % 1000000) / 1000000.0 as share,
      abs(hashint8extended(number, 2) % 1000000) as luck,
      abs(hashint8extended(number, 3) % 20) as state,
      (100 + abs(hashint8extended(number, 4) % 2000000))::numeric as amount,
      ${startOfTime} + number * (interval '730 days' / $1::bigint) as exact_time
    from generate_series(1, $1::bigint) number
  ) drawn
  cross join lateral (select date_trunc('milliseconds', exact_time) as created_at) moment
  join bench_apps app on app.rank = width_bucket(share::float8, $2::float8[])
  cross join lateral (select luck % app.memberships as member) chosen`
