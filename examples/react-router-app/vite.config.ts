import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// Inside this repository the packages are read from their TypeScript sources: nothing has to be built first.
const sourceCondition = '@affiliate-platform/source'

export default defineConfig({
  plugins: [reactRouter()],
  resolve: { conditions: [sourceCondition, 'module', 'browser', 'development|production'] },
  ssr: {
    resolve: {
      conditions: [sourceCondition, 'module', 'node', 'development|production'],
      externalConditions: [sourceCondition, 'node'],
    },
  },
})
