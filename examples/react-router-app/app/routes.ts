import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  route('app', 'routes/app.tsx', [index('routes/app._index.tsx')]),
  route('auth/*', 'routes/auth.$.tsx'),
  route('webhooks/app/uninstalled', 'routes/webhooks.app.uninstalled.tsx'),
  route('internal/affiliate-backfill', 'routes/internal.affiliate-backfill.tsx'),
] satisfies RouteConfig
