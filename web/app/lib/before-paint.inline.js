// Runs in the head, before the first paint (root.tsx puts this file into the page).

// Whether a user is signed in, so that the header shows the right links (app.css).
try {
  if (localStorage.getItem('access_token')) document.documentElement.dataset.session = 'in';
} catch {
  // Storage is blocked: no user is signed in.
}
