// Runs in the browser: shows the samples of one language, which is remembered, and copies them.
const remembered = 'affiliate-docs-language'

function addCopy(figure) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(figure.querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  figure.querySelector('figcaption').append(' ', button)
}

function addChoice(samples) {
  const figures = [...samples.querySelectorAll('figure')]
  const languageOf = (figure) => figure.querySelector('figcaption').firstChild.textContent
  const label = document.createElement('label')
  const choice = document.createElement('select')
  label.append('Language ', choice)
  choice.append(...figures.map((figure) => new Option(languageOf(figure))))
  const show = () => {
    for (const figure of figures) figure.hidden = languageOf(figure) !== choice.value
  }
  const known = localStorage.getItem(remembered)
  if (figures.some((figure) => languageOf(figure) === known)) choice.value = known
  choice.addEventListener('change', () => {
    localStorage.setItem(remembered, choice.value)
    show()
  })
  show()
  samples.prepend(label)
}

for (const samples of document.querySelectorAll('.samples')) addChoice(samples)
// Only where the page was fetched over HTTPS or from this machine does a browser let a page write to the clipboard.
if (navigator.clipboard) for (const figure of document.querySelectorAll('.sample')) addCopy(figure)
