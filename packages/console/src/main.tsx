import '@fontsource-variable/inter/wght.css'
import './mantine.css'
import './tokens.css'
import './app.css'
import './cards.css'
import './settings.css'
import './find.css'
import './first-steps.css'
import './away.css'
import './cases.css'
import { router } from './router.tsx'
import { start } from './start.tsx'

start(router)
