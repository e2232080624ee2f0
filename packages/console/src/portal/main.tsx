import '@fontsource-variable/inter/wght.css'
import './mantine.css'
import '../tokens.css'
import '../app.css'
import '../doors.css'
import '../cards.css'
import './portal.css'
import { start } from '../start.tsx'
import { router } from './router.tsx'

start(router)
