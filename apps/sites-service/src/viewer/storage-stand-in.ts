import { createHash } from 'node:crypto';
import { makeArtifact } from '../html-storage/artifact.js';
import { readOutline } from '../sites/page-outline.js';
import type { LoadedArtifact } from './artifact-loader.js';

/**
 * In the sandbox a page has no origin of its own, so `localStorage` and `sessionStorage` throw, and scripts that keep
 * something there stop at that line. This gives them a `Storage` that lasts as long as the document. Where there is a
 * real one it does nothing, and it takes its own element out again.
 */
export const storageStandInScript = `(function(){
"use strict";
function make(){
var items=new Map();
var methods={
getItem:function(key){key=String(key);return items.has(key)?items.get(key):null},
setItem:function(key,value){items.set(String(key),String(value))},
removeItem:function(key){items.delete(String(key))},
clear:function(){items.clear()},
key:function(index){var keys=Array.from(items.keys());return index in keys?keys[index]:null}
};
var isOwn=function(key){return typeof key==="symbol"||key==="length"||key in Storage.prototype};
return new Proxy(Object.create(Storage.prototype),{
get:function(target,key,self){
if(key==="length")return items.size;
if(Object.prototype.hasOwnProperty.call(methods,key))return methods[key];
return isOwn(key)?Reflect.get(target,key,self):items.get(key);
},
set:function(target,key,value){if(isOwn(key))return Reflect.set(target,key,value);items.set(key,String(value));return true},
has:function(target,key){return isOwn(key)?Reflect.has(target,key):items.has(key)},
deleteProperty:function(target,key){if(isOwn(key))return Reflect.deleteProperty(target,key);items.delete(key);return true},
defineProperty:function(target,key,property){if(isOwn(key))return Reflect.defineProperty(target,key,property);items.set(key,String(property.value));return true},
ownKeys:function(target){return Array.from(items.keys()).concat(Reflect.ownKeys(target))},
getOwnPropertyDescriptor:function(target,key){
if(!items.has(key))return Reflect.getOwnPropertyDescriptor(target,key);
return {value:items.get(key),writable:true,enumerable:true,configurable:true};
}
});
}
["localStorage","sessionStorage"].forEach(function(name){
try{window[name]}catch(error){Object.defineProperty(window,name,{value:make(),enumerable:true,configurable:true})}
});
if(document.currentScript)document.currentScript.remove();
})()`;

const element = `<script>${storageStandInScript}</script>`;

const names = ['localStorage', 'sessionStorage'] as const;
const marks = /<script\b|<\/script\b|\bon[a-z]+\s*=|javascript:|localStorage|sessionStorage/gi;

/** The same page with the stand-in, where its scripts name the storage; all others stay as they are, to the byte. */
export async function withStorageStandIn(loaded: LoadedArtifact): Promise<LoadedArtifact> {
  const { identity } = loaded.artifact;
  if (!names.some((name) => identity.includes(name))) return loaded;
  const html = identity.toString();
  if (!scriptsNameStorage(html)) return loaded;
  // As a title is put in: in the head, behind the doctype, before every script.
  const at = readOutline(html).titleInsertionIndex;
  const bytes = Buffer.from(html.slice(0, at) + element + html.slice(at));
  return {
    // Another content, so another ETag.
    contentHash: createHash('sha256').update(bytes).digest('hex'),
    artifact: await makeArtifact(bytes),
  };
}

/** In a script element, or anywhere once there was an event handler or a `javascript:` address. Prose does not count. */
export function scriptsNameStorage(html: string): boolean {
  let isInScript = false;
  let hasHandlers = false;
  for (const [mark] of html.matchAll(marks)) {
    if (mark.startsWith('<')) isInScript = !mark.startsWith('</');
    else if (mark.endsWith('=') || mark.endsWith(':')) hasHandlers = true;
    else if (isInScript || hasHandlers) return true;
  }
  return false;
}
