// Runs in the head, before anything is drawn (root.tsx writes this file into the page).

// Whether somebody is signed in, so that the header does not show the wrong links (app.css).
try {
  if (localStorage.getItem('access_token')) document.documentElement.dataset.session = 'in';
} catch {
  // Storage is blocked: nobody is signed in.
}
