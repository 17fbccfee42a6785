// Styles that only some pages need.

/** Load a style sheet, once. @param {URL} address @returns {Promise<void>} */
export function styled(address) {
  if (document.querySelector(`link[href="${address.href}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address.href;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove(); // So that it is tried again.
      reject(new Error(`no style sheet at ${address.href}`));
    };
    document.head.append(link);
  });
}
