import { mount } from 'svelte'
import App from './App.svelte'
import { t } from './lib/i18n/i18n.svelte'
import { live } from './lib/live/live.svelte'
import { notices } from './lib/told/notices.svelte'
import { router } from './lib/shell/router.svelte'
import './styles/base.css'
import './styles/chips.css'

const target = document.getElementById('page')
if (!target) throw new Error('index.html has no element "page"')
live.onproblem = (why) => notices.refuse(why)
live.ondoubt = () => notices.warn(t('say.unknown'))
live.start()
router.start()
mount(App, { target })
