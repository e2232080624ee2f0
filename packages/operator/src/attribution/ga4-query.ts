/**
 * The statement that exports what `attribution import` reads, for BigQuery. The days of GA4's tables are those of the
 * property's time zone and its timestamps are UTC: a day of padding at each side loses nothing.
 */
export const ga4Query = `-- What visitors of the app's listing saw before they installed the app, for affiliate-service attribution import.
-- Set these four, and export the result as CSV or as JSONL (newline delimited). Daily tables hold the days until yesterday.
declare first_day date default date '2026-10-01'; -- of the installs, UTC
declare last_day date default date '2026-10-31'; -- of the installs, UTC; it counts too
declare window_days int64 default 30; -- the longest window of your terms
-- Replace PROJECT.analytics_PROPERTY below by your data set.

with events as (
  select
    event_name,
    user_pseudo_id as visitor,
    timestamp_micros(event_timestamp) as occurred_at,
    (select value.string_value from unnest(event_params) where key = 'page_location') as page_location,
    (
      select coalesce(cast(value.int_value as string), value.string_value)
      from unnest(event_params)
      where key = 'shop_id'
    ) as shop_id,
    (select value.string_value from unnest(event_params) where key = 'shop_url') as shop_url
  from \`PROJECT.analytics_PROPERTY.events_*\`
  where _table_suffix between
      format_date('%Y%m%d', date_sub(first_day, interval window_days + 1 day))
      and format_date('%Y%m%d', date_add(last_day, interval 1 day))
    and user_pseudo_id is not null
),
installs as (
  select * from events
  where event_name = 'shopify_app_install'
    and occurred_at >= timestamp(first_day) and occurred_at < timestamp(date_add(last_day, interval 1 day))
)
select distinct
  'view' as event,
  visitor,
  format_timestamp('%Y-%m-%dT%H:%M:%E6SZ', occurred_at) as occurred_at,
  page_location,
  cast(null as string) as shop_id,
  cast(null as string) as shop_url
from events
where event_name <> 'shopify_app_install'
  and lower(net.host(page_location)) = 'apps.shopify.com'
  and regexp_contains(page_location, r'(?i)[?&](mref|utm_source|ref)=')
  -- Nothing leaves BigQuery of those who did not install.
  and visitor in (select visitor from installs)
union all
select distinct
  'install',
  visitor,
  format_timestamp('%Y-%m-%dT%H:%M:%E6SZ', occurred_at),
  cast(null as string),
  shop_id,
  shop_url
from installs
order by occurred_at;
`
